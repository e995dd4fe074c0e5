// What is printed is coloured, wherever it goes: this is loaded before anything that prints.
process.env.FORCE_COLOR = '1';
delete process.env.NO_COLOR;
