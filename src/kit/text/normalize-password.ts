/**
 * One spelling for passwords that look the same, whatever the device composes (RFC 8265, OpaqueString): every
 * blank is a space, and letters with their marks are composed (NFC). Case, edges and signs stay.
 */
export const normalizePassword = (typed: string): string =>
  typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
