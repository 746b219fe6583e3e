import { m } from '#i18n/messages.js';
import { REFUND_CHANNELS, type RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import { FormRadios, FormText } from '#app/forms/fields.tsx';
import { CHECK_NUMBER_MAX } from './refund-form.ts';
import { channelTexts, type CheckAddress } from './refund-texts.ts';

type ChannelProps = { chosen?: RefundChannel; address?: CheckAddress; isByCheck: boolean };

export function RefundChannelFields({ chosen, address, isByCheck }: ChannelProps) {
  return (
    <>
      <FormRadios
        name="way"
        label={m.office_refund_channel()}
        choices={REFUND_CHANNELS.map((value) => ({
          value,
          label: channelTexts[value].label(),
          textAfter: channelTexts[value].text(address),
          textBefore: value === chosen ? m.office_refund_channel_chosen() : undefined,
        }))}
      />
      {isByCheck && (
        <FormText
          name="check_number"
          label={m.office_refund_check_number()}
          required
          autoComplete="off"
          maxLength={CHECK_NUMBER_MAX}
        />
      )}
    </>
  );
}
