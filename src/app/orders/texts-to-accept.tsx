import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import type { SignedContract } from '#modules/orders/reading/signed-contract.contract.ts';
import { FormCheckbox } from '#app/forms/fields.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { RichText } from '#app/ui/rich-text.tsx';

type Text = Pick<SignedContract['texts'][number], 'kind' | 'html' | 'text_hash'>;

const TITLES: Record<Text['kind'], () => string> = {
  contract: m.contract_accept_text_contract,
  ach: m.contract_ach_terms,
  surge: m.contract_surge_title,
};

const BOXES: Record<Text['kind'], () => string> = {
  contract: m.contract_accept_terms,
  ach: m.contract_ach_accept,
  surge: m.contract_surge_accept,
};

const ticked = z.boolean().refine((isTicked) => isTicked, { error: () => m.contract_accept_tick() });

/** A form with a box for each text, and what the boxes send. */
export function useTextsForm(texts: readonly Text[]) {
  const form = useForm({
    resolver: schemaResolver(z.object(Object.fromEntries(texts.map(({ kind }) => [kind, ticked])))),
    defaultValues: Object.fromEntries(texts.map(({ kind }) => [kind, false])),
  });
  const acceptances = texts.map(({ kind, text_hash }) => ({ kind, text_hash }));
  return { form, acceptances };
}

function TextToAccept({ kind, html }: Text) {
  return (
    <section aria-label={TITLES[kind]()} className="rounded-md border border-hair bg-card p-4 sm:p-5">
      <RichText html={html} />
      <FormCheckbox name={kind} label={BOXES[kind]()} required className="mt-4 border-t border-hair pt-4" />
    </section>
  );
}

export function TextsToAccept({ texts }: { texts: readonly Text[] }) {
  return (
    <>
      {texts.map((text) => (
        <TextToAccept key={text.kind} {...text} />
      ))}
    </>
  );
}
