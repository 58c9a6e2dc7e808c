/** The only router import of the shell and the features: a dozen names instead of the whole package, which is not tree-shaken once it is shared. */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  NavLink,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
