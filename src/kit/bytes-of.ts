/** A buffer over the same bytes, without a copy. */
export const bytesOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
