/**
 * The only router import of the shell and the features: the few names they use instead of the whole package. What is
 * shared is not tree-shaken, so each name here is in every page's JavaScript. Tests find MemoryRouter
 * and Routes in `testing/`; the app's addresses are plain paths, which take no tree of routes.
 */
export {
  BrowserRouter,
  matchPath,
  Navigate,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom';
export { Link } from './link.tsx';
