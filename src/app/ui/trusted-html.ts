/** What the browser's Trusted Types make of a text; React and DOMParser take it where they take a string. */
type Policy = { createHTML(html: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

// The policy of our pages refuses a plain text wherever HTML is made of it, and knows this one name.
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy('schoolrun', { createHTML: (html) => html });

/**
 * Marks HTML that may enter a page: of our own build, cleaned by the server before it was stored, or parsed
 * into a document that runs nothing. Nothing else in the application makes elements of a text. React writes
 * the HTML again for every new mark, so a text is marked once.
 * Source: H17
 */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html;
