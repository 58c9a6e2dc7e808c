import { AboutPage } from './about.page.tsx';
import { HomePage } from './home.page.tsx';
import { LogInPage } from './log-in.page.tsx';
import { SignUpPage } from './sign-up.page.tsx';

/** The shell's own pages. They are a file of their own, `pages.js`, because the welcome page shows none of them. */
export const shellPages = { about: AboutPage, home: HomePage, 'log-in': LogInPage, 'sign-up': SignUpPage };

export type ShellPageName = keyof typeof shellPages;
