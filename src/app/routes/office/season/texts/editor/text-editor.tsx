import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Node } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { m } from '#i18n/messages.js';
import { isAllowedLink } from '#kit/text/allowed-link.ts';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Described } from '#app/ui/fields/form-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { richTextClass } from '#app/ui/rich-text.tsx';
import { linkAt, setLink } from './commands.ts';
import { stateOf } from './editor-state.ts';
import { bodyOf, readText, writeText } from './html.ts';
import { dropHtml, pasteHtml } from './insert-html.ts';
import { Toolbar } from './toolbar.tsx';

const textClass = classNames(
  richTextClass,
  'min-h-64 px-4 py-3 break-words whitespace-break-spaces outline-offset-2',
  '[&_.selectedCell]:bg-bus-wash [&_.ProseMirror-selectednode]:outline-2',
  '[&_td]:border [&_th]:border',
);

type EditorProps = {
  label: string;
  /** of a field of a form, in place of the label */
  described?: Described;
  /** cleaned HTML; another value than the one sent last begins the text anew */
  value: string;
  onChange: (html: string) => void;
  isReadOnly?: boolean;
};

const attributesOf = (described: Described): Record<string, string> =>
  Object.fromEntries(
    Object.entries(described).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** The view of ProseMirror in a box; a text that nobody types in is sent to nobody (SE4.2). */
function useEditor({ label, described, value, onChange, isReadOnly = false }: EditorProps, id: string) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const sent = useRef(value);
  const opened = useRef<{ doc: Node; html: string }>(null);
  const [state, setState] = useState<EditorState>();
  const tell = useEffectEvent((doc: Node) => {
    const { doc: first, html } = opened.current!;
    sent.current = doc.eq(first) ? html : writeText(doc);
    onChange(sent.current);
  });
  const open = useEffectEvent((html: string) => {
    const doc = readText(bodyOf(html));
    opened.current = { doc, html };
    sent.current = html;
    return stateOf(doc);
  });
  const isEditable = useEffectEvent(() => !isReadOnly);
  const attributes = useEffectEvent(() => ({
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    ...(described ? attributesOf(described) : { 'aria-label': label }),
    spellcheck: 'true',
    class: textClass,
  }));
  useEffect(() => {
    const first = open(sent.current);
    const made = new EditorView(box.current, {
      state: first,
      attributes: () => attributes(),
      editable: () => isEditable(),
      handleDOMEvents: { paste: pasteHtml, drop: dropHtml },
      dispatchTransaction(transaction) {
        made.updateState(made.state.apply(transaction));
        setState(made.state);
        if (transaction.docChanged) tell(made.state.doc);
      },
    });
    view.current = made;
    setState(first);
    return () => made.destroy();
  }, []);
  useEffect(() => {
    if (value === sent.current) return;
    const next = open(value);
    view.current?.updateState(next);
    setState(next);
  }, [value]);
  const error = described?.['aria-invalid'];
  useEffect(() => {
    if (error) view.current?.setProps({});
  }, [error]);
  const run = (command: Command) => {
    const { current } = view;
    if (!current) return;
    command(current.state, current.dispatch, current);
    current.focus();
  };
  return { box, state, run };
}

type LinkDialogProps = { href: string; onSet: (href: string) => void; onClose: () => void };

function LinkDialog({ href, onSet, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(href);
  const [isTried, setTried] = useState(false);
  const isWrong = typed.trim() === '' || !isAllowedLink(typed.trim());
  const set = () => (isWrong ? setTried(true) : onSet(typed.trim()));
  return (
    <Dialog
      open
      title={m.office_editor_link()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={set}>{m.office_editor_link_set()}</Button>
          {href !== '' && (
            <Button look="danger" onClick={() => onSet('')}>
              {m.office_editor_link_remove()}
            </Button>
          )}
          <Button look="secondary" onClick={onClose}>
            {m.office_cancel()}
          </Button>
        </>
      }
    >
      <TextField
        name="href"
        label={m.office_editor_link_address()}
        note={m.office_editor_link_note()}
        error={isTried && isWrong ? m.office_editor_link_wrong() : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  );
}

/** An editor of what a text may hold, without HTML to be seen (SE4.2, SE4.4). */
export function TextEditor(props: EditorProps) {
  const own = useId();
  const id = props.described?.id ?? own;
  const { box, state, run } = useEditor(props, id);
  const [isLinking, setLinking] = useState(false);
  const close = () => setLinking(false);
  return (
    <div className="rounded-md border border-ink bg-card">
      {state && !props.isReadOnly && (
        <Toolbar state={state} controls={id} run={run} onLink={() => setLinking(true)} />
      )}
      <div ref={box} className="overflow-x-auto" />
      {isLinking && state && (
        <LinkDialog
          href={String(linkAt(state)?.attrs.href ?? '')}
          onSet={(href) => {
            close();
            run(setLink(href));
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
