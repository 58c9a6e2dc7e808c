/** What a container shows, without the ids that React makes: two renderings of the same are equal. */
export const markup = (container: HTMLElement): string => container.innerHTML.replaceAll(/_r_\w+_/g, 'id');
