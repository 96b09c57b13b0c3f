/**
 * The mark of Portico for tabs of browsers: a portico, 32 pixels wide, as an .ico file that holds a PNG.
 * It is part of the code, so that no image or archive of the program can lack it.
 */
export const FAVICON = Buffer.from(
  [
    'AAABAAEAICAAAAEAIAA+AQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAQDAAAAgVRnxwAAADBQTFRFTGlxHl',
    'tXHltWIFxZHlxWHlxXH1xXj66r////l7Syx9bVQnVx+vz8LGVh6u/vbZSRr8hVWAAAAAZ0Uk5TAPLPFYNUFDnFAgAA',
    'AAlwSFlzAABYlQAAWJUB2W030wAAAKJJREFUKM9jYGB2EkuDgkQVAwYGhsA0JCDKwMCahgICGAxRBYQZ3FAFUhjUII',
    'xdqyF0EgPEiusneuZCLGIAU/kvOjr6voGZYIHsFR1A0LUNJpA7pwMMTl6DCvzrgILnEIGsDjhYBhbIQAi0gQUyZ8LB',
    'NKgtyAAkkN5RllbRDqYGVADdYenlcABUAgxCFM8lAgMZRSAJMxowIgojKjEiGz05AADKNNgvb6LDswAAAABJRU5Erk',
    'Jggg==',
  ].join(''),
  'base64',
);
