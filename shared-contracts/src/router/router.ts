/**
 * The only router import of the shell and the features: the few names they use instead of the whole package. What is
 * shared is not tree-shaken, so each name here is in every page's JavaScript. Tests find MemoryRouter in `testing/`.
 */
export {
  BrowserRouter,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom';
export { Link } from './link.tsx';
