import { m } from '#i18n/messages.js';
import { Dialog } from '#app/ui/dialog.tsx';
import { Table } from '#app/ui/table.tsx';
import { AccountPart } from './account-part.tsx';
import { KEYS } from './keys.ts';
import { Menu } from './menu.tsx';

export type FrameDialog = 'menu' | 'keys' | 'search';

type FrameDialogsProps = { open: FrameDialog | undefined; show: (dialog: FrameDialog | undefined) => void };

const columns = [
  {
    key: 'keys',
    header: m.office_keys_key(),
    narrow: 'title' as const,
    cell: ({ keys }: (typeof KEYS)[number]) => <kbd className="font-bold">{keys}</kbd>,
  },
  { key: 'act', header: m.office_keys_act(), cell: ({ act }: (typeof KEYS)[number]) => act() },
];

/** The dialogs of the frame; they come after the page. */
export function FrameDialogs({ open, show }: FrameDialogsProps) {
  const close = () => show(undefined);
  return (
    <>
      <Dialog open={open === 'menu'} onClose={close} title={m.office_menu_open()}>
        <Menu onGo={close} />
        <AccountPart onKeys={() => show('keys')} />
      </Dialog>
      <Dialog open={open === 'keys'} onClose={close} title={m.office_keys_title()}>
        <Table
          hideCaption
          caption={m.office_keys_title()}
          columns={columns}
          rows={KEYS}
          rowKey={({ keys }) => keys}
        />
      </Dialog>
    </>
  );
}
