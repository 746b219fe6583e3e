/** A text that was encrypted before it was stored; only the vault makes one and opens it. */
export type Sealed = string & { readonly __sealed: true };
