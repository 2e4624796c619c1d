"""Which request is sent when: a queue by urgency, within the number of requests that Discord allows."""
