import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { call } from '#app/api/client.ts';
import { Points, Terms, Article, TextSection } from '#app/routes/public/article.tsx';
import { company } from '#app/company/company.ts';
import { companyName } from '#app/shell/page-facts.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card } from '#app/ui/card.tsx';

export const meta = () => [
  ...pageTitle(),
  ...pageDescription(m.public_privacy_title(), m.public_privacy_description({ company: companyName() })),
];

/**
 * True for cards and accounts typed into Stripe's fields. The page is prerendered, so the answer comes a
 * moment after the page.
 */
function useIsStripe(): boolean {
  const [isStripe, setStripe] = useState(false);
  useEffect(() => {
    const ask = async () => {
      const [info] = await call(readServerInfo).catch(() => []);
      setStripe(info?.payments.kind === 'stripe');
    };
    void ask();
  }, []);
  return isStripe;
}

/** The data sent to Stripe (S23). */
function Stripe() {
  return (
    <TextSection title={m.public_privacy_stripe_title()}>
      <p>{m.public_privacy_stripe_1()}</p>
      <Terms
        terms={[
          { term: m.public_privacy_stripe_name(), text: m.public_privacy_stripe_name_text() },
          { term: m.public_privacy_stripe_zip(), text: m.public_privacy_stripe_zip_text() },
          { term: m.public_privacy_stripe_device(), text: m.public_privacy_stripe_device_text() },
          { term: m.public_privacy_stripe_bank(), text: m.public_privacy_stripe_bank_text() },
          { term: m.public_privacy_stripe_charge(), text: m.public_privacy_stripe_charge_text() },
        ]}
      />
      <p>{m.public_privacy_stripe_2()}</p>
    </TextSection>
  );
}

function InShort({ isStripe }: { isStripe: boolean }) {
  return (
    <Card title={m.public_privacy_short_title()}>
      <Points
        points={[
          m.public_privacy_short_1(),
          isStripe ? m.public_privacy_short_2_stripe() : m.public_privacy_short_2(),
          m.public_privacy_short_3(),
          m.public_privacy_short_4(),
        ]}
      />
    </Card>
  );
}

function WhatWeKeep() {
  return (
    <TextSection title={m.public_privacy_what_title()}>
      <Terms
        terms={[
          { term: m.public_privacy_account(), text: m.public_privacy_account_text() },
          { term: m.public_privacy_student(), text: m.public_privacy_student_text() },
          { term: m.public_privacy_health(), text: m.public_privacy_health_text() },
          { term: m.public_privacy_photo(), text: m.public_privacy_photo_text() },
          { term: m.public_privacy_contract(), text: m.public_privacy_contract_text() },
          { term: m.public_privacy_job(), text: m.public_privacy_job_text() },
          { term: m.public_privacy_log(), text: m.public_privacy_log_text() },
        ]}
      />
    </TextSection>
  );
}

/** The specification sets the three times (accounts.md §9); the terms below describe this site. */
function CookiesAndStorage({ isStripe }: { isStripe: boolean }) {
  return (
    <TextSection title={m.public_privacy_cookies_title()}>
      <p>{m.public_privacy_cookies_1()}</p>
      <p>{m.public_privacy_cookies_2()}</p>
      <Terms
        terms={[
          { term: m.public_privacy_store_login(), text: m.public_privacy_store_login_text() },
          { term: m.public_privacy_store_known(), text: m.public_privacy_store_known_text() },
          { term: m.public_privacy_store_screen(), text: m.public_privacy_store_screen_text() },
          { term: m.public_privacy_store_draft(), text: m.public_privacy_store_draft_text() },
          { term: m.public_privacy_store_path(), text: m.public_privacy_store_path_text() },
        ]}
      />
      <p>{isStripe ? m.public_privacy_cookies_3_stripe() : m.public_privacy_cookies_3()}</p>
    </TextSection>
  );
}

function HowLong() {
  return (
    <TextSection title={m.public_privacy_long_title()}>
      <Points
        points={[
          m.public_privacy_long_1(),
          m.public_privacy_long_2(),
          m.public_privacy_long_3(),
          m.public_privacy_long_4(),
        ]}
      />
    </TextSection>
  );
}

function Rights() {
  return (
    <TextSection title={m.public_privacy_rights_title()}>
      <p>{m.public_privacy_rights_1()}</p>
      <p>
        <span>{m.public_privacy_rights_2()}</span>{' '}
        <a
          className="inline-block max-w-full wrap-anywhere underline underline-offset-4"
          href={`mailto:${company.customer_service_email}`}
        >
          {company.customer_service_email}
        </a>
        <span>.</span>
      </p>
    </TextSection>
  );
}

export default function PrivacyPolicy() {
  const isStripe = useIsStripe();
  return (
    <Article
      title={m.public_privacy_title()}
      intro={m.public_privacy_intro()}
      aside={<InShort isStripe={isStripe} />}
    >
      <p className="text-ink-soft">{m.public_privacy_updated()}</p>
      <WhatWeKeep />
      <TextSection title={m.public_privacy_who_title()}>
        <p>{m.public_privacy_who_1()}</p>
        <p>{m.public_privacy_who_2()}</p>
      </TextSection>
      {isStripe && <Stripe />}
      <TextSection title={m.public_privacy_children_title()}>
        <p>{m.public_privacy_children_1()}</p>
      </TextSection>
      <HowLong />
      <Rights />
      <TextSection title={m.public_privacy_safe_title()}>
        <p>{m.public_privacy_safe_1()}</p>
      </TextSection>
      <CookiesAndStorage isStripe={isStripe} />
      <TextSection title={m.public_privacy_change_title()}>
        <p>{m.public_privacy_change_1()}</p>
      </TextSection>
    </Article>
  );
}
