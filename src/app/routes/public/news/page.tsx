import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { OutsideLink, Article, TextSection } from '#app/routes/public/article.tsx';
import { company } from '#app/company/company.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => [
  ...pageTitle(),
  ...pageDescription(m.public_news_title(), m.public_news_description()),
];

const article = 'https://news.example/2019/10/01/harborline-tracking';

type ReleaseProps = { day: string; dayText: string; title: string; text: string; children?: ReactNode };

function Release({ day, dayText, title, text, children }: ReleaseProps) {
  return (
    <article className="border-l-4 border-bus pl-5">
      <p className="text-sm text-ink-soft">
        <time dateTime={day}>{dayText}</time>
      </p>
      <h3 className="text-lg font-bold">{title}</h3>
      <p className="mt-1">{text}</p>
      {children}
    </article>
  );
}

export default function News() {
  return (
    <Article
      title={m.public_news_title()}
      intro={
        <>
          {m.public_news_intro()}{' '}
          <a
            className="inline-block max-w-full wrap-anywhere underline underline-offset-4"
            href={`mailto:${company.customer_service_email}`}
          >
            {company.customer_service_email}
          </a>
          .
        </>
      }
    >
      <TextSection title={m.public_news_press()}>
        <div className="grid gap-8">
          <Release
            day="2026-09-15"
            dayText={m.public_news_2026_date()}
            title={m.public_news_2026_title()}
            text={m.public_news_2026_text()}
          />
          <Release
            day="2024-03-12"
            dayText={m.public_news_2024_date()}
            title={m.public_news_2024_title()}
            text={m.public_news_2024_text()}
          />
          <Release
            day="2019-10-01"
            dayText={m.public_news_2019_date()}
            title={m.public_news_2019_title()}
            text={m.public_news_2019_text()}
          >
            <OutsideLink href={article} hint={m.public_opens_elsewhere()}>
              {m.public_news_2019_link()}
            </OutsideLink>
          </Release>
        </div>
      </TextSection>
    </Article>
  );
}
