/**
 * The only router import of the shell and the features: the few names they use instead of the whole package, since what
 * is shared is not tree-shaken. Tests find MemoryRouter in `testing/`.
 */
export {
  BrowserRouter,
  Link,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom';
