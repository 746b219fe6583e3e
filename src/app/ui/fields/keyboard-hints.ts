import type { InputHTMLAttributes } from 'react';

type Typing = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoCapitalize' | 'autoCorrect' | 'spellCheck'
>;

const AS_TYPED: Typing = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };
const NAME: Typing = { autoCapitalize: 'words', autoCorrect: 'off', spellCheck: false };

const BY_TYPE: Record<string, Typing> = {
  email: { inputMode: 'email', ...AS_TYPED },
  tel: { inputMode: 'tel', ...AS_TYPED },
  url: { inputMode: 'url', ...AS_TYPED },
};

// The last word of an autofill token names the kind: `home tel`, `shipping postal-code`.
const BY_TOKEN: Record<string, Typing> = {
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

/**
 * Which keyboard a phone brings, and what it must not mend: nobody's name or address is a spelling mistake.
 */
export function typingOf(type: string | undefined, autoComplete: string | undefined): Typing {
  return { ...BY_TOKEN[autoComplete?.split(' ').at(-1) ?? ''], ...BY_TYPE[type ?? ''] };
}
