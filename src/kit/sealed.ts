/**
 * A text that was encrypted before it was stored; only the vault makes one and opens it. It is a string of
 * which the types say nothing, so that none is shown or compared by mistake.
 */
export type Sealed = { readonly __sealed: true };
