import text from '#company/pages/news.json' with { type: 'json' };
import { m } from '#i18n/messages.js';
import { ContactAndRelated, OutsideLink, Article, TextSection } from '#app/routes/public/article.tsx';
import { company, say } from '#app/company/company.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => [...pageTitle(), ...pageDescription(m.public_news_title(), say(text.description))];

type PressRelease = {
  day: string;
  date: string;
  title: string;
  text: string;
  link?: { href: string; text: string };
};

const releases: readonly PressRelease[] = text.releases;

function Release({ day, date, title, text, link }: PressRelease) {
  return (
    <article className="border-l-4 border-bus pl-5">
      <p className="text-sm text-ink-soft">
        <time dateTime={day}>{date}</time>
      </p>
      <h3 className="text-lg font-bold">{say(title)}</h3>
      <p className="mt-1">{say(text)}</p>
      {link && (
        <OutsideLink href={link.href} hint={m.public_opens_elsewhere()}>
          {link.text}
        </OutsideLink>
      )}
    </article>
  );
}

export default function News() {
  return (
    <Article
      title={m.public_news_title()}
      related={<ContactAndRelated besides="/news" />}
      intro={
        <>
          <span>{say(text.intro)}</span>{' '}
          <a
            className="inline-block max-w-full wrap-anywhere underline underline-offset-4"
            href={`mailto:${company.customer_service_email}`}
          >
            {company.customer_service_email}
          </a>
          <span>.</span>
        </>
      }
    >
      <TextSection title={m.public_news_press()}>
        <div className="grid gap-8">
          {releases.map((release) => (
            <Release key={release.day} {...release} />
          ))}
        </div>
      </TextSection>
    </Article>
  );
}
