import { Problem, invalidField } from '../../platform/problems.ts';

export const amountNotPositive = () => invalidField('amount', 'The amount must be more than zero.');
export const amountTooLarge = () => invalidField('amount', 'The amount is too large.');
export const walletUnknown = () => new Problem('wallet_not_found', 404, 'The wallet wasn’t found.');
export const cursorUnknown = () => invalidField('cursor', 'This cursor isn’t one of ours.');
