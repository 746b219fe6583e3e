import { escapeHtml } from '#kit/text/escape-html.ts';
import { isolated } from '#kit/text/isolated.ts';

export type EmailContent = {
  company: string;
  subject: string;
  /** the line shown beside the subject in a mailbox */
  preview: string;
  heading: string;
  paragraphs: string[];
  facts?: { label: string; value: string }[];
  button?: { text: string; href: string };
  footer: string[];
};

/*
 * Mail programs support little CSS: a mail consists of tables, with a style in each element. Cells carry all
 * space, because Outlook ignores the padding of tables and negative margins. Markup is plain text, because
 * components cost more time than the rest of a mail.
 */
const INK = '#1c2430';
const FONT = '-apple-system, &#x27;Segoe UI&#x27;, Helvetica, Arial, sans-serif';
const TABLE = 'width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation" align="center"';
const CARD = 'max-width:560px;background-color:#ffffff;border:1px solid #dedad0';
const LINE = 'width:100%;border:none;border-top:1px solid #dedad0;margin:16px 0';
const HIDDEN = 'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0';
const PARAGRAPH = 'font-size:16px;line-height:24px;margin:0 0 16px;white-space:pre-line';
const FACT = 'font-size:16px;line-height:24px;margin:0 0 4px;white-space:pre-line';
const SMALL = 'font-size:13px;line-height:20px;color:#565f6d;margin:0 0 8px;word-break:break-word';
const BUTTON =
  `line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;` +
  `background-color:${INK};color:#ffffff;padding:12px 24px;font-size:16px;font-weight:700;border-radius:4px`;
const BUTTON_TEXT =
  'max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px';
// Outlook draws no padding of a link; spaces of a fixed width replace the padding.
const THIN_SPACES = '&#8202;'.repeat(3);
const forOutlook = (style: string, spaces: string) =>
  `<!--[if mso]><i style="${style}" hidden>${spaces}</i><![endif]-->`;
const BEFORE_BUTTON = forOutlook('mso-font-width:400%;mso-text-raise:18', THIN_SPACES);
const AFTER_BUTTON = forOutlook('mso-font-width:400%', `${THIN_SPACES}&#8203;`);

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const paragraphs = (style: string, texts: readonly string[]) =>
  texts.map((text) => `<p style="${style}">${escapeHtml(text)}</p>`).join('');

const table = (style: string, content: string) =>
  `<table ${TABLE}${style && ` style="${style}"`}><tbody><tr><td>${content}</td></tr></tbody></table>`;

const band = (style: string, content: string) =>
  `<table ${TABLE}><tbody><tr><td style="${style}">${content}</td></tr></tbody></table>`;

const PREVIEW_LENGTH = 150;

/** Invisible characters fill the preview; otherwise the mailbox would go on with the text of the mail. */
function previewOf(text: string): string {
  const shown = text.slice(0, PREVIEW_LENGTH);
  const filler = '&zwnj;&nbsp;'.repeat(PREVIEW_LENGTH - shown.length);
  return `<div style="${HIDDEN}">${escapeHtml(shown)}${filler && `<div>${filler}</div>`}</div>`;
}

const factLines = ({ facts = [] }: EmailContent) =>
  facts.map(({ label, value }) => `${label}: ${isolated(value)}`);

function buttonOf({ text, href }: NonNullable<EmailContent['button']>): string {
  return (
    `<a href="${escapeHtml(href)}" style="${BUTTON}" target="_blank"><span>${BEFORE_BUTTON}</span>` +
    `<span style="${BUTTON_TEXT}">${escapeHtml(text)}</span><span>${AFTER_BUTTON}</span></a>`
  );
}

function htmlOf(emailContent: EmailContent): string {
  const { company, subject, preview, heading, button, footer } = emailContent;
  const facts = factLines(emailContent);
  const words =
    `<h1 style="font-size:24px;line-height:32px;margin:24px 0 16px">${escapeHtml(heading)}</h1>` +
    paragraphs(PARAGRAPH, emailContent.paragraphs) +
    (facts.length > 0 ? table('margin:0 0 16px', paragraphs(FACT, facts)) : '') +
    (button ? table('margin:8px 0 24px', buttonOf(button)) : '') +
    `<hr style="${LINE}"/>` +
    paragraphs(SMALL, footer);
  const name = paragraphs('font-size:18px;line-height:24px;margin:0;font-weight:700', [company]);
  const card = band('background-color:#ffc72c;padding:16px 32px', name) + band('padding:0 32px 32px', words);
  const page = `background-color:#f4f2ec;font-family:${FONT};color:${INK};margin:0;padding:24px 0`;
  return (
    `${DOCTYPE}<html dir="ltr" lang="en"><head>` +
    '<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>' +
    `<meta name="x-apple-disable-message-reformatting"/><title>${escapeHtml(subject)}</title></head>` +
    `<body style="background-color:#f4f2ec;margin:0;padding:0">${previewOf(preview)}` +
    `${band(page, table(CARD, card))}</body></html>`
  );
}

const onOneLine = (text: string) => text.replace(/[ \t\r\n\f\u200b]+/g, ' ').replace(/^ | $/g, '');

const TEXT_LINE = '-'.repeat(40);

function textOf(emailContent: EmailContent): string {
  const { company, heading, button, footer } = emailContent;
  const link = button && (button.text === button.href ? button.href : `${button.text} ${button.href}`);
  const parts = [
    heading,
    ...emailContent.paragraphs,
    ...factLines(emailContent),
    ...(link ? [link] : []),
    TEXT_LINE,
    ...footer,
  ];
  return `${onOneLine(company)}\n\n\n${parts.map(onOneLine).join('\n\n')}`;
}

export async function wordsOfHtml(html: string): Promise<string> {
  // Few mails quote an accepted text, and reading HTML loads a large package.
  const { plainTextSelectors, toPlainText } = await import('@react-email/render');
  const selectors = [...plainTextSelectors, { selector: 'h1', options: { uppercase: false } }];
  return toPlainText(html, { selectors }).trim();
}

export function renderEmail(emailContent: EmailContent): { subject: string; html: string; text: string } {
  return { subject: emailContent.subject, html: htmlOf(emailContent), text: textOf(emailContent) };
}
