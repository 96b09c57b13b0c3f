// Says in one sentence that this Node.js is too old, which could only fail to read the program. Written in
// words that Node.js 12 reads, and imported before anything else.
const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Portico needs Node.js 20.19 or newer; this is ${node}, ${process.execPath}.\n`,
  );
  process.exit(1);
}
