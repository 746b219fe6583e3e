import { useState, type ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { Tabs } from '#app/ui/tabs.tsx';
import type { OfGroup } from './method-form.ts';

type GroupForm = {
  getValues: () => OfGroup;
  setValue: {
    (field: 'program_group_id', value: string): void;
    (field: 'is_default', value: boolean): void;
  };
};

type Kind = { form: GroupForm; panel: ReactNode };

type MethodTabsProps = {
  card: Kind;
  bank: Kind;
  /** the closed tab stays on the page, because a frame of the processor holds the typed text */
  areKept?: boolean;
};

/** Each tab keeps the typed text; the shared questions are sent with either tab. */
export function MethodTabs({ card, bank, areKept = false }: MethodTabsProps) {
  const [tab, setTab] = useState('card');
  function open(next: string) {
    const [from, to] = next === 'card' ? [bank.form, card.form] : [card.form, bank.form];
    const { program_group_id, is_default } = from.getValues();
    to.setValue('program_group_id', program_group_id);
    to.setValue('is_default', is_default);
    setTab(next);
  }
  return (
    <Tabs
      label={m.dashboard_method_kind()}
      value={tab}
      onChange={open}
      tabs={[
        { value: 'card', label: m.contract_tab_card(), isKept: areKept, panel: card.panel },
        { value: 'bank', label: m.contract_tab_ach(), isKept: areKept, panel: bank.panel },
      ]}
    />
  );
}
