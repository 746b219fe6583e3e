import { expect, it } from 'vitest';
import { senderOf } from './sender.ts';

it('a mail comes from the company, by the name that its season has', () => {
  expect(senderOf('portal@harborline.example', 'Harborline School Bus')).toBe(
    '"Harborline School Bus" <portal@harborline.example>',
  );
  expect(senderOf('Dispatch <d@bell.example>', 'Bell & Sons')).toBe('Dispatch <d@bell.example>');
});

it('a name cannot bring a header along', () => {
  expect(senderOf('p@bell.example', 'Bell "Sons"\r\nBcc: x@y.example')).toBe(
    '"Bell  Sons Bcc: x@y.example" <p@bell.example>',
  );
});
