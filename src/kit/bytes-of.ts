/** The same bytes with what a buffer can do; they are not copied. */
export const bytesOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
