/** A complete file of a multipart form. It keeps nothing that the sender says about the file. */
export class Upload {
  constructor(readonly bytes: Buffer) {}
}
