/** A file of a multipart form, whole, as it came. Nothing that its sender says of it is kept. */
export class Upload {
  constructor(readonly bytes: Buffer) {}
}
