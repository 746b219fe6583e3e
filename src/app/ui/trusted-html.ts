/** What the browser's Trusted Types make of a text; React and DOMParser take it where they take a string. */
type Policy = { createHTML(html: string): string; createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

// The policy of our pages refuses a plain text wherever HTML is made of it, and knows this one name.
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy('schoolrun', {
  createHTML: (html) => html,
  createScriptURL: storedFile,
});

/** Only what the portal stores is embedded: any other address becomes none. */
function storedFile(url: string): string {
  return url.startsWith('/storage/') ? url : '';
}

/**
 * Marks HTML that may enter a page: of our own build, cleaned by the server before it was stored, or parsed
 * into a document that runs nothing. Nothing else in the application makes elements of a text. React writes
 * the HTML again for every new mark, so a text is marked once.
 * Source: H17
 */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html;

/** Marks the address of a stored file that an element embeds, which Trusted Types hold for a script's. */
export const trustedFile = (path: string): string => policy?.createScriptURL(path) ?? storedFile(path);
