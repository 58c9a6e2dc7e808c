const PATHS = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  plan: 'M4 6h6v5h5v5h5',
  helpers: 'M12 20s-7-4.5-7-10a4 4 0 0 1 7-2.6A4 4 0 0 1 19 10c0 5.5-7 10-7 10z',
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  pencil: 'm4 20 1-4.5L16 4.500l3.5 3.500L8.5 19zM14 6.500l3.5 3.5',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  flag: 'M6 21V4M6 4.500h12l-2.5 4 2.5 4H6',
  warning: 'M12 4 21 19.500H3zM12 10v4.500M12 17.3v.01',
  print: 'M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z',
  phone:
    'M6 4h4l1.5 4.5-2.5 1.500a11 11 0 0 0 5 5l1.5-2.500L20 14v4a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.500L20.5 7',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  download: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
} as const;

export type IconName = keyof typeof PATHS;

export const isIconName = (name: string): name is IconName => Object.hasOwn(PATHS, name);

/** A 24-unit line drawing in the text's colour. Always beside words, so hidden from screen readers. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
