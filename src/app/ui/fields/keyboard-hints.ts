import type { InputHTMLAttributes } from 'react';

type KeyboardHints = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoCapitalize' | 'autoCorrect' | 'spellCheck'
>;

const AS_TYPED: KeyboardHints = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };
const NAME: KeyboardHints = { autoCapitalize: 'words', autoCorrect: 'off', spellCheck: false };

const BY_TYPE: Record<string, KeyboardHints> = {
  email: { inputMode: 'email', ...AS_TYPED },
  tel: { inputMode: 'tel', ...AS_TYPED },
  url: { inputMode: 'url', ...AS_TYPED },
};

// The last word of an autofill token names the kind: `home tel`, `shipping postal-code`.
const BY_TOKEN: Record<string, KeyboardHints> = {
  name: NAME,
  'given-name': NAME,
  'family-name': NAME,
  'cc-name': NAME,
  'street-address': NAME,
  'address-line1': NAME,
  'address-line2': NAME,
  'address-level2': NAME,
  'postal-code': AS_TYPED,
  username: AS_TYPED,
};

/** The keyboard of a phone; names and addresses are not corrected like spelling mistakes. */
export function keyboardHints(type: string | undefined, autoComplete: string | undefined): KeyboardHints {
  return { ...BY_TOKEN[autoComplete?.split(' ').at(-1) ?? ''], ...BY_TYPE[type ?? ''] };
}
