import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import type { SeasonRow } from '#modules/office/seasons/seasons.contract.ts';
import {
  CHILDREN,
  FAMILIES,
  rehearsalSettingsShape,
  SHARES,
  type RehearsalSettings,
  type Share,
} from '#modules/rehearsals/rehearsal.shapes.ts';
import { listRehearsals, playRehearsal } from '#modules/rehearsals/rehearsals.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { FormSelect, FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

const SHARE_TEXTS: Readonly<Record<Share, () => string>> = {
  bank: m.office_rehearsal_bank,
  in_full: m.office_rehearsal_in_full,
  declines: m.office_rehearsal_declines,
  returns: m.office_rehearsal_returns,
  aid: m.office_rehearsal_aid,
  cancels: m.office_rehearsal_cancels,
};

/** As a year of a company often goes. */
const USUAL: Omit<RehearsalSettings, 'period_id'> = {
  families: 200,
  children: 1,
  seed: 1,
  bank: 40,
  in_full: 30,
  declines: 5,
  returns: 3,
  aid: 5,
  cancels: 3,
};

/** An empty field is no zero. */
const asNumber = { setValueAs: (typed: unknown) => (typed === '' ? undefined : Number(typed)) };

type CountProps = { name: keyof RehearsalSettings; label: string; note?: string };

const Count = (props: CountProps) => (
  <FormText {...props} required inputMode="numeric" autoComplete="off" rules={asNumber} />
);

function usePlay() {
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const play = (body: RehearsalSettings) =>
    act(async () => {
      const { id } = await callForOne(playRehearsal, { body });
      say(m.office_rehearsal_begun());
      await queries.invalidateQueries({ queryKey: itemsKey(listRehearsals) });
      await navigate(`/admin/rehearsals/${id}`);
    });
  return { isBusy, problem, play };
}

export function NewRehearsal({ seasons }: { seasons: readonly SeasonRow[] }) {
  const { isBusy, problem, play } = usePlay();
  const form = useForm({
    resolver: schemaResolver(rehearsalSettingsShape, 'rehearsal'),
    mode: 'onBlur',
    defaultValues: { ...USUAL, period_id: seasons[0]?.id },
  });
  return (
    <Card title={m.office_rehearsal_form()} className="mb-8">
      <Form
        form={form}
        label={m.office_rehearsal_form()}
        className="grid gap-5"
        onSubmit={(settings) => void play(settings)}
      >
        <div className="grid gap-5 sm:grid-cols-2 sm:items-start lg:grid-cols-4">
          <FormSelect
            name="period_id"
            label={m.office_rehearsal_season()}
            required
            options={seasons.map(({ id, text }) => ({ value: String(id), label: text }))}
            rules={asNumber}
          />
          <Count
            name="families"
            label={m.office_rehearsal_families()}
            note={m.office_rehearsal_families_note(FAMILIES)}
          />
          <Count
            name="children"
            label={m.office_rehearsal_children()}
            note={m.office_rehearsal_families_note(CHILDREN)}
          />
          <Count name="seed" label={m.office_rehearsal_seed()} note={m.office_rehearsal_seed_note()} />
        </div>
        <fieldset className="grid gap-5 sm:grid-cols-3 sm:items-start lg:grid-cols-6">
          <legend className="mb-2 font-bold">{m.office_rehearsal_shares()}</legend>
          {SHARES.map((share) => (
            <Count key={share} name={share} label={SHARE_TEXTS[share]()} />
          ))}
        </fieldset>
        <ErrorNotice text={problem} />
        <div>
          <Button type="submit" busy={isBusy}>
            {m.office_rehearsal_play()}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
