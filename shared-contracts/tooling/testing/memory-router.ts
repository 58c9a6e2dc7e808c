/** A router without an address bar, for tests of what uses the router. */
export { MemoryRouter } from 'react-router-dom';
