import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import {
  listLandingMessages,
  saveLandingMessages,
  type LandingMessages,
  type LandingPage,
} from '#modules/office/schools/landing-messages.contract.ts';
import { typedLandingTextsShape } from '#modules/office/schools/landing-messages.shapes.ts';
import { listSeasons } from '#modules/office/seasons/seasons.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { FormHtmlEditor } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { textPart, type FormPart } from '#app/forms/edit-conflict.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { ObjectList } from '#app/routes/office/season/objects/object-list.tsx';
import { ObjectSheet } from '#app/routes/office/season/objects/object-sheet.tsx';
import { OpenCloseSchool } from '#app/routes/office/season/opening/open-close-school.tsx';

export const meta = () => pageTitle(m.office_title_content());

const ROWS = 10;

type Values = z.input<typeof typedLandingTextsShape>;
type Checked = z.output<typeof typedLandingTextsShape>;

const textsToForm = ({ active_msg, inactive_msg }: LandingMessages): Values => ({
  active_msg: active_msg ?? '',
  inactive_msg: inactive_msg ?? '',
});

const seenMessages = (messages: LandingMessages) => ({
  version: messages.version,
  values: textsToForm(messages),
});

const textParts = (): FormPart<Values>[] => [
  textPart('active_msg', m.office_content_active()),
  textPart('inactive_msg', m.office_content_inactive()),
];

function LandingForm({ messages }: { messages: LandingMessages }) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<Values, unknown, Checked>({
    resolver: schemaResolver(typedLandingTextsShape),
    mode: 'onBlur',
    defaultValues: textsToForm(messages),
  });
  const { save, dialog } = useVersionedSave<Values, Checked, LandingMessages>({
    form,
    record: messages,
    parts: textParts,
    toSeen: seenMessages,
    send: (texts, version) =>
      callForOne(saveLandingMessages, { params: { id: messages.id }, body: { ...texts, version } }),
    onSaved: async () => {
      await queries.invalidateQueries({ queryKey: itemsKey(listLandingMessages) });
      say(m.office_content_saved());
    },
  });
  return (
    <Form form={form} className="mt-5 grid gap-5" onSubmit={save}>
      {dialog satisfies Elements}
      <FormHtmlEditor name="active_msg" label={m.office_content_active()} rows={ROWS} />
      <FormHtmlEditor name="inactive_msg" label={m.office_content_inactive()} rows={ROWS} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={form.formState.isSubmitting}>
          {m.office_content_save()}
        </Button>
        <Link
          to={`/${messages.path}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {m.office_content_see()}
        </Link>
      </div>
    </Form>
  );
}

function Landings({ all }: { all: readonly LandingPage[] }) {
  const [id, setId] = useState(all[0]?.id);
  const chosen = all.find((messages) => messages.id === id);
  if (!chosen) return <EmptyState title={m.office_content_none()} />;
  return (
    <div className="max-w-form">
      <SelectField
        name="landing"
        label={m.office_content_school()}
        value={String(chosen.id)}
        onChange={(event) => setId(Number(event.target.value))}
        options={all.map(({ id, school, period }) => ({
          value: String(id),
          label: m.office_content_school_option({ school, period }),
        }))}
      />
      <div className="mt-5">
        <OpenCloseSchool key={chosen.id} one={chosen} />
      </div>
      <LandingForm key={chosen.id} messages={chosen} />
    </div>
  );
}

/** The way to each table of texts; texts of a season that is over are reached from its board. */
function SeasonTextLinks() {
  const seasons = useItems(listSeasons, {});
  return (
    <section aria-labelledby="season-texts" className="mb-8 max-w-form">
      <h2 id="season-texts" className="mb-1 text-lg font-bold">
        {m.office_content_seasons()}
      </h2>
      <p className="max-w-read text-ink-soft">{m.office_content_seasons_text()}</p>
      <Loaded query={seasons} loading={m.office_loading()}>
        {(all) => (
          <ul>
            {all
              .filter(({ state }) => state !== 'ended')
              .map(({ id, text }) => (
                <li key={id}>
                  <Link
                    to={`/admin/seasons/${id}/texts`}
                    className="inline-flex min-h-11 items-center underline underline-offset-4"
                  >
                    {m.office_texts_of({ season: text })}
                  </Link>
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

export default function Content() {
  const landings = useItems(listLandingMessages, {});
  return (
    <>
      <PageHead title={m.office_title_content()} />
      <SeasonTextLinks />
      <h2 className="mb-1 text-lg font-bold">{m.office_content_landings()}</h2>
      <p className="mb-5 max-w-read text-ink-soft">{m.office_content_text()}</p>
      <Loaded query={landings} loading={m.office_loading()}>
        {(all) => <Landings all={all} />}
      </Loaded>
      <section aria-labelledby="news" className="mt-10 max-w-form">
        <h2 id="news" className="mb-1 text-lg font-bold">
          {m.office_content_news()}
        </h2>
        <p className="mb-3 max-w-read text-ink-soft">{m.office_content_news_text()}</p>
        <ObjectList kind="news_item" order={{ kind: 'news_item', text: m.office_arrange_news() }} />
      </section>
      <ObjectSheet />
    </>
  );
}
