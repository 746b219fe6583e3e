import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { TextAnswer } from '#modules/catalog/texts/texts.contract.ts';
import { DebitTermsFields } from '#app/payments/debit-terms-fields.tsx';
import { SurgeText } from '#app/routes/contract/route/surge-text.tsx';
import { ContractPaper } from '#app/routes/contract/terms/contract-paper.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { RichText } from '#app/ui/rich-text.tsx';

type TextPreviewProps = { text: TextAnswer; html: string };

function Contract({ html }: { html: string }) {
  const [isAccepted, setAccepted] = useState(false);
  return <ContractPaper html={html} isAccepted={isAccepted} onAccept={setAccepted} />;
}

function Surge({ html }: { html: string }) {
  const [isAccepted, setAccepted] = useState(false);
  return <SurgeText html={html} isAccepted={isAccepted} onAccept={setAccepted} />;
}

function Terms({ html }: { html: string }) {
  const form = useForm({ defaultValues: { ach_terms: false } });
  return (
    <FormProvider {...form}>
      <DebitTermsFields
        terms={html}
        hash={html}
        label={m.contract_ach_accept()}
        changed={m.contract_text_changed_ach()}
      />
    </FormProvider>
  );
}

type Shown = { where: () => string; draw: (html: string) => Elements };

const atStep = (step: () => string) => () => m.office_text_preview_in({ step: step() });
const drawText = (html: string) => <RichText html={html} />;

/** Each text where parents read it, drawn by the portal's own part of that page (SE4.8). */
const SHOWN: Readonly<Record<string, Shown>> = {
  contract_text: { where: atStep(m.contract_step_terms), draw: (html) => <Contract html={html} /> },
  contract_text_intro: { where: atStep(m.contract_step_terms), draw: drawText },
  faq: {
    where: atStep(m.contract_step_terms),
    draw: (html) => (
      <Disclosure label={m.contract_faq()} isOpenFirst>
        <RichText html={html} />
      </Disclosure>
    ),
  },
  surge_pricing_text: { where: atStep(m.contract_step_route), draw: (html) => <Surge html={html} /> },
  ach_terms: { where: atStep(m.contract_step_checkout), draw: (html) => <Terms html={html} /> },
  active_msg: { where: m.office_text_preview_page, draw: drawText },
  inactive_msg: { where: m.office_text_preview_page, draw: drawText },
  text: { where: m.office_text_preview_news, draw: drawText },
};

const BOXES = { 390: 'w-97.5', 1280: 'w-320' };
type Width = '390' | '1280';

/** The text as typed, as parents read it on a phone and on a computer. */
export function TextPreview({ text, html }: TextPreviewProps) {
  const [width, setWidth] = useState<Width>('390');
  const shown = SHOWN[text.field];
  if (!shown) return null;
  return (
    <>
      <p className="mb-3">{shown.where()}</p>
      <SelectField
        name="width"
        label={m.office_text_preview_width()}
        className="max-w-80"
        options={[
          { value: '390', label: m.office_text_preview_phone() },
          { value: '1280', label: m.office_text_preview_computer() },
        ]}
        value={width}
        onChange={({ target }) => setWidth(target.value as Width)}
      />
      <div
        role="region"
        aria-label={m.office_text_preview_of({ width })}
        // A box that scrolls is reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-4 overflow-x-auto rounded-md border border-hair bg-paper"
      >
        <div className={`${BOXES[width]} p-4`}>{shown.draw(html)}</div>
      </div>
    </>
  );
}
