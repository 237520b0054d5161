import { BrowserRouter } from 'react-router';
import { AppRoutes } from './routes.tsx';

/** What every page stands in. The cache of the server's answers is passed to its hooks directly: the landing page loads without it. */
export function Providers() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}
