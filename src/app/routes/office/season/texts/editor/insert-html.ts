import { Slice } from 'prosemirror-model';
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { bodyOf, readText } from './html.ts';
import { makeMarks, makeWordLists, withoutStyles } from './paste.ts';

/** The sides are open, so that words join the paragraph at the cursor. */
function sliceOf(html: string): Slice {
  const body = bodyOf(withoutStyles(html));
  // Chrome ends each copy with a line break.
  for (const end of Array.from(body.querySelectorAll('br.Apple-interchange-newline'))) end.remove();
  makeMarks(body);
  makeWordLists(body);
  return Slice.maxOpen(readText(body).content);
}

/**
 * Inserts pasted HTML in place of ProseMirror, which would need a Trusted Types policy of its own on every
 * page with an editor (SE4.3). Plain text is left to ProseMirror.
 * @returns true if the paste is done
 */
export function pasteHtml(view: EditorView, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html');
  if (!html) return false;
  event.preventDefault();
  const slice = sliceOf(html);
  // Copied cells are pasted by the plugin of tables.
  const isDone = view.someProp('handlePaste', (paste) => paste(view, event, slice));
  if (!isDone) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  return true;
}

/** The same for HTML that is dragged in from elsewhere; what is dragged inside the text is ProseMirror's. */
export function dropHtml(view: EditorView, event: DragEvent): boolean {
  const html = view.dragging ? '' : event.dataTransfer?.getData('text/html');
  if (!html) return false;
  event.preventDefault();
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (!place) return true;
  const { tr } = view.state;
  const there = tr.setSelection(Selection.near(tr.doc.resolve(place.pos)));
  view.dispatch(there.replaceSelection(sliceOf(html)).scrollIntoView());
  return true;
}
