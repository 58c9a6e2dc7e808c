import { NewFeatureError } from './create-feature.ts';

const SERVICES_END = '\nnetworks:\n';

/**
 * docker-compose.yml with one more feature: the service that brings its release to the API, and its team's token. Text is
 * inserted into text, since a YAML library would reformat the file. Throws NewFeatureError.
 */
export function addComposeService(compose: string, name: string): string {
  const end = compose.indexOf(SERVICES_END);
  if (end === -1) throw new NewFeatureError(`docker-compose.yml has another form; add ${name} by hand.`);
  return `${compose.slice(0, end)}${serviceOf(name)}${compose.slice(end)}${tokenOf(name)}`;
}

const serviceOf = (name: string): string => `  ${name}:
    <<: *feature-release
    build:
      <<: *release-build
      args: { <<: *node-image, PACKAGE: ${name} }
    secrets: [{ source: release-token-${name}, target: release-token }]
`;

const tokenOf = (name: string): string => `  release-token-${name}:
    file: "\${SECRETS}/release-token-${name}"
`;
