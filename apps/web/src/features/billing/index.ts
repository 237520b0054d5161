export { AddFunds } from './add-funds.tsx';
