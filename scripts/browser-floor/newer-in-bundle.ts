import { findNewer } from './find-newer.ts';

/** What a library looks for before it uses it, and does without. */
const ASKED_FOR_FIRST: Record<string, string> = {
  '.caretPositionFromPoint': 'ProseMirror, which has another way',
  '.getComposedRanges': 'ProseMirror, which has another way',
  '.ancestorOrigins': 'our frame mode, which has another way',
  '.checkVisibility': 'Base UI',
  '.showPopover': 'Pragmatic drag and drop',
  '.startViewTransition': 'React and React Router, where a page wants transitions; none of ours does',
  'Error.captureStackTrace': 'Zod',
  'URL.canParse': 'Zod',
  'PublicKeyCredential.getClientCapabilities': 'SimpleWebAuthn',
  requestIdleCallback: 'our late rules of forms, which has another way',
};

/** What a file of the build needs that the browsers of the floor lack. */
export const newerInBundle = (file: string, code: string): string[] =>
  findNewer(file, code).flatMap((name) => (name in ASKED_FOR_FIRST ? [] : [`${name} in ${file}`]));
