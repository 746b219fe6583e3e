import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Preview,
  Row,
  Section,
  Text,
} from '@react-email/components';
import { plainTextSelectors, render, toPlainText } from '@react-email/render';
import { createElement, Fragment, type ReactNode } from 'react';

/** One mail as data: what every kind of mail is made of. */
export type EmailContent = {
  /** stands above every mail */
  company: string;
  subject: string;
  /** the line that a mailbox shows beside the subject */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** label and value, one a line */
  facts?: { label: string; value: string }[];
  button?: { text: string; href: string };
  /** small print below the line */
  footer: string[];
};

const INK = '#1c2430';
const FONT = "-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const page = { backgroundColor: '#f4f2ec', fontFamily: FONT, color: INK, margin: '0', padding: '24px 0' };
const cardStyle = { backgroundColor: '#ffffff', maxWidth: '560px', border: '1px solid #dedad0' };
// Space stands in cells: Outlook knows no padding of a table and no negative margin.
const band = { backgroundColor: '#ffc72c', padding: '16px 32px' };
const inside = { padding: '0 32px 32px' };
const paragraph = {
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 16px',
  whiteSpace: 'pre-line' as const,
};
const button = {
  backgroundColor: INK,
  color: '#ffffff',
  padding: '12px 24px',
  fontSize: '16px',
  fontWeight: 700,
  borderRadius: '4px',
};
const small = {
  fontSize: '13px',
  lineHeight: '20px',
  color: '#565f6d',
  margin: '0 0 8px',
  wordBreak: 'break-word' as const,
};

function textOf(style: object, text: string, key: number): ReactNode {
  return createElement(Text, { style, key }, text);
}

function bodyOf(emailContent: EmailContent): ReactNode {
  return createElement(
    Container,
    { style: cardStyle },
    inCell(band, textOf({ margin: '0', fontSize: '18px', fontWeight: 700 }, emailContent.company, 0)),
    inCell(inside, wordsOf(emailContent)),
  );
}

function inCell(style: object, content: ReactNode): ReactNode {
  return createElement(Row, null, createElement(Column, { style }, content));
}

function wordsOf(emailContent: EmailContent): ReactNode {
  const facts = (emailContent.facts ?? []).map(({ label, value }, i) =>
    textOf({ ...paragraph, margin: '0 0 4px' }, `${label}: ${value}`, i),
  );
  return createElement(
    Fragment,
    null,
    createElement(
      Heading,
      { as: 'h1', style: { fontSize: '24px', lineHeight: '32px', margin: '24px 0 16px' } },
      emailContent.heading,
    ),
    emailContent.paragraphs.map((text, i) => textOf(paragraph, text, i)),
    facts.length > 0 && createElement(Section, { style: { margin: '0 0 16px' } }, facts),
    emailContent.button &&
      createElement(
        Section,
        { style: { margin: '8px 0 24px' } },
        createElement(Button, { style: button, href: emailContent.button.href }, emailContent.button.text),
      ),
    createElement(Hr, { style: { borderColor: '#dedad0', margin: '16px 0' } }),
    emailContent.footer.map((text, i) => textOf(small, text, i)),
  );
}

// A greeting in capitals would shout.
const AS_TEXT = { selectors: [...plainTextSelectors, { selector: 'h1', options: { uppercase: false } }] };

/** The words of clean HTML, as a paragraph of an email. */
export function wordsOfHtml(html: string): string {
  return toPlainText(html, AS_TEXT).trim();
}

/** The finished message: HTML for most, the same words as plain text for the rest. */
export async function renderEmail(
  emailContent: EmailContent,
): Promise<{ subject: string; html: string; text: string }> {
  const document = createElement(
    Html,
    { lang: 'en' },
    createElement(Head, { children: createElement('title', null, emailContent.subject) }),
    createElement(Preview, { children: emailContent.preview }),
    createElement(Body, { style: page, children: bodyOf(emailContent) }),
  );
  const html = await render(document);
  return { subject: emailContent.subject, html, text: toPlainText(html, AS_TEXT) };
}
