import text from '#company/pages/technology.json' with { type: 'json' };
import { m } from '#i18n/messages.js';
import { ContactAndRelated, Points, Article, TextSection } from '#app/routes/public/article.tsx';
import { company, say } from '#app/company/company.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Notice } from '#app/ui/notice.tsx';

export const meta = () => [
  ...pageTitle(),
  ...pageDescription(m.public_technology_title(), say(text.description)),
];

export default function Technology() {
  const { notification, tracking, trouble } = text;
  return (
    <Article
      title={m.public_technology_title()}
      intro={say(text.intro)}
      related={<ContactAndRelated besides="/technology" />}
    >
      <TextSection title={notification.title}>
        {notification.paragraphs.map((paragraph) => (
          <p key={paragraph}>{say(paragraph)}</p>
        ))}
        <Points points={notification.points.map(say)} />
      </TextSection>
      <TextSection title={tracking.title}>
        {tracking.paragraphs.map((paragraph) => (
          <p key={paragraph}>{say(paragraph)}</p>
        ))}
        <Notice title={tracking.note.title}>{say(tracking.note.text)}</Notice>
      </TextSection>
      <TextSection title={trouble.title}>
        <p>
          <span>{say(trouble.text)}</span>{' '}
          <a
            className="whitespace-nowrap underline underline-offset-4"
            href={`tel:+1-${company.dispatch_phone}`}
          >
            {company.dispatch_phone}
          </a>
          <span>.</span>
        </p>
      </TextSection>
    </Article>
  );
}
