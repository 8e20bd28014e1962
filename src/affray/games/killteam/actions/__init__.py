"""What a seat can choose in a battle of Kill Team."""
