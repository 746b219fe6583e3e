/*
 * The script in the head of a finished page. The build bundles the file into the page
 * (scripts/in-page-scripts.ts), for browsers below the floor as well.
 */

function isLoginStored(): boolean {
  try {
    const stored = [localStorage.getItem('auth_token'), sessionStorage.getItem('impersonate_token')];
    return stored.some(Boolean);
  } catch {
    // A browser that keeps storage closed may still have a login.
    return true;
  }
}

/** Before the first paint, so that a stored login sees no form to log in (MP10). */
export default function markKnown(): void {
  if (isLoginStored()) document.documentElement.dataset.known = '';
}
