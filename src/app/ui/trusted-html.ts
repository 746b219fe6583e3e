/** The browser's Trusted Types; React and DOMParser accept them in place of strings. */
type Policy = { createHTML(html: string): string; createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

// The policy of the pages refuses plain texts as HTML, and allows only this name.
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy('schoolrun', {
  createHTML: (html) => html,
  createScriptURL: storedFile,
});

/** Only stored files are embedded: any other address becomes blank. */
function storedFile(url: string): string {
  return url.startsWith('/storage/') ? url : '';
}

/**
 * Marks HTML allowed in a page: from the portal's build, cleaned by the server before storing, or parsed in a
 * document that runs nothing. React rewrites the HTML for every new mark, so a text is marked once.
 * Source: H17
 */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html;

/** Marks the address of an embedded file, because Trusted Types treat such an address like a script. */
export const trustedFile = (path: string): string => policy?.createScriptURL(path) ?? storedFile(path);
