// The room's first file; replaced as soon as the room is furnished.
