"""Single pieces of pictures: colours, typefaces, suits, card faces and words as sprites."""
