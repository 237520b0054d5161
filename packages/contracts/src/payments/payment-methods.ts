import { z } from 'zod';

/** A card that the payment provider keeps for the account. Of its number the last four digits are known here. */
export const paymentMethod = z.object({
  id: z.uuid(),
  label: z.string().meta({ example: 'Visa •••• 4242' }),
  isDefault: z.boolean(),
  brand: z.string(),
  lastFour: z.string(),
  /** Good to the end of this month. */
  expires: z.string().meta({ example: '2034-12' }),
  /** `soon`: within thirty days. */
  expiry: z.enum(['good', 'soon', 'expired']),
  addedAt: z.iso.datetime(),
});
export type PaymentMethodView = z.infer<typeof paymentMethod>;
export const paymentMethodsReply = z.object({ paymentMethods: z.array(paymentMethod) });

/** Whatever the specification's client sends: no card number may come here, so none of it is read. */
export const newPaymentMethod = z.record(z.string(), z.unknown()).meta({ example: {} });

/** A method that somebody set out to add. */
export const methodSetup = z.object({
  id: z.uuid(),
  /** `waiting` for the card to be typed on the provider's page. */
  state: z.enum(['waiting', 'succeeded', 'failed', 'cancelled']),
  /** Why the last card was refused, in the provider's word. */
  decline: z.string().nullable(),
  /** The provider's page, while it waits. */
  addUrl: z.url().nullable(),
});
export type MethodSetupView = z.infer<typeof methodSetup>;
/** To a method that is being added: `setup.addUrl` is where the browser goes next. */
export const methodSetupReply = paymentMethodsReply.extend({ setup: methodSetup });
