/** For the server, which shows one address. Apart from what is shared, so that no browser loads it. */
export { StaticRouter } from 'react-router-dom';
