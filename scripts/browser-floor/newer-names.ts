const words = (text: string): string[] => text.split(' ');

/**
 * What the browsers of the floor lack, or one of them (docs/operations.md, decision 119), and all newer ones
 * have. From @mdn/browser-compat-data 8.1.9.
 */
export const NEWER_NAMES = {
  globals: words(
    'AsyncDisposableStack DisposableStack SuppressedError Float16Array Iterator Temporal ' +
      'CloseWatcher cookieStore Highlight navigation PageRevealEvent Sanitizer ' +
      'requestIdleCallback cancelIdleCallback scheduler URLPattern ViewTransition',
  ),
  statics: words(
    'AbortSignal.any Array.fromAsync Atomics.waitAsync ClipboardItem.supports CSS.highlights ' +
      'Document.parseHTMLUnsafe Error.captureStackTrace Error.isError Intl.DurationFormat ' +
      'Intl.Segmenter JSON.isRawJSON JSON.rawJSON Map.groupBy Math.f16round Math.sumPrecise ' +
      'Object.groupBy Promise.try Promise.withResolvers ' +
      'PublicKeyCredential.getClientCapabilities ' +
      'PublicKeyCredential.parseCreationOptionsFromJSON ' +
      'PublicKeyCredential.parseRequestOptionsFromJSON RegExp.escape Response.json ' +
      'Symbol.asyncDispose Symbol.dispose Uint8Array.fromBase64 Uint8Array.fromHex URL.canParse ' +
      'URL.parse',
  ),
  /** of prototypes, where no older thing of a browser has a member of this name */
  members: words(
    'toReversed toSorted toSpliced with isWellFormed toWellFormed transferToFixedLength ' +
      'getOrInsert getOrInsertComputed isDisjointFrom isSubsetOf isSupersetOf ' +
      'symmetricDifference toBase64 setFromBase64 toHex setFromHex ancestorOrigins ' +
      'caretPositionFromPoint checkVisibility closedBy commandForElement currentCSSZoom ' +
      'getComposedRanges getHTML getSetCookie hidePopover moveBefore popoverTargetElement ' +
      'readText requestClose requestVideoFrameCallback setHTML setHTMLUnsafe showPopover ' +
      'startViewTransition togglePopover userActivation',
  ),
};
