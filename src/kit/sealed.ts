/**
 * A text encrypted by the vault before storing; only the vault opens the text. The type is no string: nobody
 * shows or compares a sealed text by mistake.
 */
export type Sealed = { readonly __sealed: true };
