/** A router without an address bar and routes below it, for tests of what uses the router. */
export { MemoryRouter, Route, Routes } from 'react-router-dom';
