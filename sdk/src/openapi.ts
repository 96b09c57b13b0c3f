/** Made from openapi.json by `npm run sdk:types`. Change the endpoints, not this file. */

export interface paths {
    "/properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search listings
         * @description Finds the brokerage's own listings, page by page, with the number of all matches in `TOTAL_COUNT`. A listing has to match every filter; without `status`, a search finds rentals. The `add…` flags add fields to each record, which saves a call for each listing.
         */
        get: operations["searchListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search listings by a body, for polygons too long for a URL
         * @description Takes every parameter of `GET /properties` in a JSON or form body and answers the same. In JSON, a polygon may be GeoJSON as it is. It changes nothing, and its answers have no entity tag.
         */
        post: operations["searchListingsByBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One listing with its description, on the market or not
         * @description Answers an array with one listing and all of its fields; an empty array if there is none. Listings off the market are found too: look at `main_status`. If `main_hide_address` is 1, show `main_address` and no other address.
         */
        get: operations["getListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a listing cost before, and when it changed
         * @description Answers the recorded prices and statuses of a listing, newest change first, at most 200. The array is empty if there is no such listing, or if its feed does not allow websites to show them.
         */
        get: operations["getListingHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/amenities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Amenities of a listing and its building
         * @description Answers an array of one object with 1 or 0 for each amenity, the listing's own and its building's; an empty array if there is no such listing.
         */
        get: operations["getListingAmenities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/photos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Photos of a listing
         * @description Answers the photos in the order in which to show them; an empty array if there is no such listing. `variants` adds what a page needs to show them in the right size.
         */
        get: operations["getListingPhotos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/random/{count}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listings drawn at random
         * @description Draws from the listings that the filters find, none of them twice. Each call draws again. The records are short: 25 fields of the detail record.
         */
        get: operations["getRandomListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/viewCounter/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count one more view of a listing
         * @description Adds one to the views of a listing and stores nothing about the visitor. `MESSAGE` names the new number.
         */
        post: operations["countListingView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buildings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search buildings
         * @description Finds buildings, active or not, page by page, with the number of all matches in `TOTAL_COUNT`. Each filter narrows.
         */
        get: operations["searchBuildings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buildings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One building
         * @description Answers an array with one record; an empty array if there is none.
         */
        get: operations["getBuilding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buildings/photos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Photos of a building
         * @description Answers the photos in the order in which to show them; an empty array if there is no such building.
         */
        get: operations["getBuildingPhotos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/neighborhoods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All neighborhoods
         * @description Answers all neighborhoods in the order in which to show them. `cat_id` is what searches take as `cat`, and `parent` the neighborhood around it.
         */
        get: operations["listNeighborhoods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/neighborhoods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One neighborhood
         * @description Answers an array with one record; an empty array if there is none.
         */
        get: operations["getNeighborhood"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One agent, a silent one too
         * @description Answers an array with one record; an empty array if there is none. Silent agents are found, because the page of a listing needs its agent; suspended ones only with `includeSuspend`.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Agents who are shown in public
         * @description Answers all agents that match, in one array. Silent agents are never among them.
         */
        get: operations["searchAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/testimonials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Testimonials about an agent
         * @description Answers all testimonials about the agent, the oldest first.
         */
        get: operations["getAgentTestimonials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/testimonialsSearch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All testimonials, page by page
         * @description Answers testimonials about anybody, page by page, with the number of all in `TOTAL_COUNT`. `rownum` counts from 1 across pages.
         */
        get: operations["searchTestimonials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/testimonials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Testimonials about a team
         * @description Answers all testimonials about the team, the oldest first.
         */
        get: operations["getTeamTestimonials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All teams with their members
         * @description Answers all teams. `agents` of each has its members who are not suspended.
         */
        get: operations["listTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One team with its members
         * @description Answers an array with one record; an empty array if there is none.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/offices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All offices
         * @description Answers all offices of the brokerage.
         */
        get: operations["listOffices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/offices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One office
         * @description Answers an array with one record; an empty array if there is none.
         */
        get: operations["getOffice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blogs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One published blog post
         * @description Answers an array with one record; an empty array if there is none. Only published posts are found. `body` is HTML as the brokerage wrote it.
         */
        get: operations["getBlogPost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blogs/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All labels of blog posts
         * @description Answers all labels of blog posts. Labels of listings are separate, with other ids.
         */
        get: operations["listBlogLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog/search/{count}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest published blog posts
         * @description Answers at most this many published posts, newest first.
         */
        get: operations["searchBlogPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/blog/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published blog posts of an agent, newest first
         * @description Answers all published posts that belong to the agent.
         */
        get: operations["getAgentBlogPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a new blog post
         * @description Writes a post and publishes it, unless `status` is 0. It needs a key with private access. If the picture is refused, the post is still written, and `IMAGEERROR` says why. The envelope has no code.
         */
        post: operations["createBlogPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a blog post, in the same way as POST
         * @description The same as `POST /blog/{id}`, for programs that change records with PUT. Fields that are not in the body stay.
         */
        put: operations["updateBlogPostByPut"];
        /**
         * Change a blog post
         * @description Changes the fields in the body and leaves the rest. It needs a key with private access. If the picture is refused, the rest is still changed, and `IMAGEERROR` says why. The envelope has no code.
         */
        post: operations["updateBlogPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/press/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One press article
         * @description Answers an array with one record; an empty array if there is none.
         */
        get: operations["getPressArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/press/search/{count}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest press articles
         * @description Answers at most this many articles, newest first by `date_publish`.
         */
        get: operations["searchPressArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/videos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One video
         * @description Answers an array with one record; an empty array if there is none.
         */
        get: operations["getVideo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/videos/search/{count}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest videos
         * @description Answers at most this many videos, newest first.
         */
        get: operations["searchVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/videos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The videos of an agent, in their order
         * @description Answers all videos of the agent, in the order of `sort`.
         */
        get: operations["getAgentVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All labels of listings
         * @description Answers all labels of listings. Labels of blog posts are separate, with other ids.
         */
        get: operations["listLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/labels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One label of listings
         * @description Answers an array with one record; an empty array if there is none.
         */
        get: operations["getLabel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents by date, page by page
         * @description Answers documents by date, page by page. One without a date is the oldest.
         */
        get: operations["searchDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All links
         * @description Answers the links of all categories.
         */
        get: operations["listLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The links of a category
         * @description Answers the links of one category; an empty array if there is no such category.
         */
        get: operations["getLinksOfCategory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All categories of links
         * @description Answers all categories of links, in the order in which to show them.
         */
        get: operations["listLinkCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a lead: what somebody is looking for
         * @description Stores a lead and emails its agent: the one that `agentEmail` names, or else the agent of the listing. If the call names a listing, its price, type and area replace those of the call. Each call stores a lead, so send a form once.
         */
        post: operations["createLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/listingAlert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a lead about one listing
         * @description Stores a lead about one listing and emails its agent: the one that `agentID` names, or else the agent of the listing. With `tourTimes` it asks for a tour, and the email has the times as tentative appointments. Each call stores a lead, so send a form once.
         */
        post: operations["createListingLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a lead that a marketplace partner found
         * @description For marketplaces, with their own login. Stores a lead, emails the agent, and tells the operator of every call. Unlike all others it answers failures by the status of HTTP, with the reason in `ERROR`.
         */
        post: operations["createMarketplaceLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a member and email a code
         * @description Registers a member and emails a code. The member becomes active with `verifyAccount`. If the address already has an account, the code is 258.
         */
        post: operations["registerMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members of the website
         * @description Answers the people who registered on the website, page by page, with the number of all in `TOTAL_COUNT`. These records are for the brokerage, not for visitors.
         */
        get: operations["searchMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One client, member or not
         * @description Answers an array with one person whom the brokerage knows, a member of the website or not; an empty array if there is none.
         */
        get: operations["getClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/Update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a member's name, email, phone or password
         * @description Changes the fields in the body and leaves the rest. No other member may have the new email.
         */
        post: operations["updateMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/favoriteListing/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or remove a member's favorite
         * @description Adds a listing to the favorites of a member; with `isFavorite` false, removes it. Doing either twice succeeds.
         */
        post: operations["setFavorite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/ListFavoriteListingID/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The ids of a member's favorites
         * @description Answers the ids of a member's favorites, in ascending order. The brokerage's own listings and those of each feed are in separate arrays, because their ids overlap.
         */
        post: operations["listFavorites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/insertClientTrail/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what a member did
         * @description Records what a member did. The key 1 counts as a login, which keeps a member active for 120 days.
         */
        post: operations["recordActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/getVerifiedStatus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a member is verified; changes nothing
         * @description Checks email and password of a member; `active` says whether the member is verified and has logged in recently. This call is not a login by itself; `recordActivity` with the key 1 is. After five wrong passwords in a row, further ones have to wait.
         */
        get: operations["getVerifiedStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/verifyAccount": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Redeem the code that was emailed at registration
         * @description Makes the member with this email and code active, and counts as a login. The same code can be redeemed again, because people open links in email twice.
         */
        get: operations["verifyAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/forgotPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email a link to set a new password
         * @description Emails a link to the page that the operator has named with `client set --password-page`. The answer is the same for every address, member or not. An address gets at most five such emails an hour, and a key causes at most 60; further calls get the same answer and send nothing. It needs a key with private access, and a signature.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/resetPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by the token of a link
         * @description Sets the password, confirms the address, and sends an email that says so. Sessions that a website keeps with `version` end. A token works once, for an hour. It needs a key with private access, and a signature.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/resendConfirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email the code that confirms an address again
         * @description Emails the code, with a link if the operator has named a page with `client set --confirm-page`. A member who has confirmed the address gets nothing. The answer is the same for every address, member or not. An address gets at most five such emails an hour, and a key causes at most 60; further calls get the same answer and send nothing. It needs a key with private access, and a signature.
         */
        post: operations["resendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/savedSearches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A member's saved searches
         * @description Answers the saved searches of a member, in the order in which they were saved. It needs a key with private access, and a signature.
         */
        get: operations["listSavedSearches"];
        put?: never;
        /**
         * Save a search for a member
         * @description Saves a search, at most 50 for each member. `query` is refused if `GET /properties` would refuse it. It needs a key with private access, and a signature.
         */
        post: operations["addSavedSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/savedSearches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One saved search, and how many listings match now
         * @description Answers a saved search with its `matches`. It needs a key with private access, and a signature. The search of another member is refused with the code 257.
         */
        get: operations["getSavedSearch"];
        put?: never;
        /**
         * Change a saved search
         * @description Changes the fields in the body and leaves the rest. It needs a key with private access, and a signature. The search of another member is refused with the code 257.
         */
        post: operations["updateSavedSearch"];
        /**
         * Remove a saved search
         * @description Removes a saved search. It needs a key with private access, and a signature. The search of another member is refused with the code 257.
         */
        delete: operations["removeSavedSearch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vtour": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the virtual tours of a listing
         * @description Sets the addresses of one or both tours of a listing. An address that is left out or empty changes nothing.
         */
        post: operations["setVirtualTours"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/videohook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a video of a video service to its listing
         * @description Attaches a video to the listing of its `ulid`, or else to the one whose tour's address holds the video's id. Answers the listing.
         */
        post: operations["attachVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What appeared, changed or was removed since a cursor
         * @description If you apply every page in turn, your copy equals the records here. Without `since` you start with everything. Store CURSOR after each page and ask again; if nothing has changed, the answer is a 304.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Neighborhoods, buildings, streets, ZIP codes and agents for a search box
         * @description Completes what a visitor types. Finds names that contain every word, or words that begin with it. Names that begin with the text come first; among these, the ones with the most listings on the market.
         */
        get: operations["listSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All records of a kind, or one by its key
         * @description All records, one JSON object a line, in the form that `PUT /manage/{kind}` takes and `portico export` writes; with `key`, the one record that the source knows by it, as JSON. A list that breaks off lacks the last chunk of HTTP/1.1. All kinds but source-keys, clients, deals, favorites, trails, saved searches and leads have an `ETag`. The key has the scope `manage` and is sent only in the header `X-API-Key`. Errors have their own status: 400, 404, 413.
         */
        get: operations["listRecords"];
        /**
         * Store records
         * @description Inserts or updates records by their id, as `portico import` does: up to 5,000 and 20 MB, one JSON object a line or a JSON array. A record keeps the fields that are not sent; `"_remove": true` removes it. Rejected records are listed with line and reason; all others are stored, together or not at all. With `If-Match`, a single record is stored only if the stored one still has that `ETag`; otherwise the answer is 412 with the stored record. The key has the scope `manage` and is sent only in the header `X-API-Key`. Errors have their own status: 400, 404, 413.
         */
        put: operations["updateRecords"];
        post?: never;
        /**
         * Remove a record by its key
         * @description Removes the one record that the source knows by this key, as `portico remove --key` does. Without `key` it is 405: no call removes all records. The key has the scope `manage` and is sent only in the header `X-API-Key`. Errors have their own status: 400, 404, 413.
         */
        delete: operations["removeRecordByKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One record
         * @description The record in the form that `PUT /manage/{kind}` takes, with its `ETag`. Send that as `If-Match` with the changed record, and it is stored only if nobody else has changed it since. The key has the scope `manage` and is sent only in the header `X-API-Key`. Errors have their own status: 400, 404, 413.
         */
        get: operations["getRecord"];
        put?: never;
        post?: never;
        /**
         * Remove a record
         * @description Removes the record, and deals with what refers to it, as `portico remove` does. The key has the scope `manage` and is sent only in the header `X-API-Key`. Errors have their own status: 400, 404, 413.
         */
        delete: operations["removeRecord"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manage/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a picture
         * @description Stores a picture, so that records can refer to it. Its bytes decide what it is: JPG, PNG, GIF or WEBP, up to 5 MB and 40 megapixels; it is encoded again. The key has the scope `manage` and is sent only in the header `X-API-Key`. Errors have their own status: 400, 404, 413.
         */
        post: operations["addMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The brokerage, its time zone and files, and what the key may do
         * @description What a website needs to know in addition to the records. It changes with settings and keys, and with `addSources` also when a feed is brought up to date.
         */
        get: operations["getSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description The interface as an OpenAPI document. It needs no key.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountError: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
            /** @description Always empty */
            ITEM: components["schemas"]["AccountItem"][];
        };
        AccountItem: {
            /** @description Client id */
            id: number;
            /** @description First name */
            firstName: string;
            /** @description Last name */
            lastName: string;
            /** @description Email */
            email: string;
            /**
             * @description 1 when verified and logged in within the last 120 days
             * @enum {integer}
             */
            active: 0 | 1;
            /** @description The code that was emailed at registration. Not for publication */
            verifyCode: string;
            /** @description When the member registered, like 2026-11-20 14:05:09; empty when there is none */
            date_create: string;
            /** @description With `addVersion`: another one after a new password or address, and for another person */
            version?: string;
        };
        AccountSuccess: {
            /** @constant */
            STATUS: "Success";
            STATUS_CODE: components["schemas"]["SuccessCode"];
            /** @description Mostly empty */
            MESSAGE: string;
            /** @description The account */
            ITEM: components["schemas"]["AccountItem"][];
        };
        /** @description What `POST /manage/media` takes */
        AddMediaRequest: {
            /** @description A JPG, PNG, GIF or WEBP picture of at most 5 MB, as a file of a multipart form */
            image?: string;
            /** @description The same, as bare Base64 or as a data URI, in any kind of body */
            image_base64?: string;
        };
        /** @description What `POST /clients/savedSearches` takes */
        AddSavedSearchRequest: {
            /** @description The member's number */
            clientID: number;
            /** @description What the member calls it */
            name: string;
            /** @description A query string of `GET /properties`, like `status=1&priceMax=900000`. What says how an answer looks is left out, and named in `DROPPED` */
            query: string;
            /**
             * @description How often email tells of new matches; default daily
             * @enum {string}
             */
            frequency?: "instantly" | "daily" | "weekly" | "never";
            /** @description Whether email tells of lower prices, too; default true */
            priceDrops?: boolean;
        };
        Agent: {
            /** @description Free text of the client's own, frequently internal. Not for publication */
            agent_custom_field_1: string;
            /** @description Free text of the client's own, frequently internal. Not for publication */
            agent_custom_field_2: string;
            /** @description Label of custom link 1 */
            agent_link_name_1: string;
            /** @description Label of custom link 2 */
            agent_link_name_2: string;
            /** @description Label of custom link 3 */
            agent_link_name_3: string;
            /** @description URL of custom link 1 */
            agent_link_url_1: string;
            /** @description URL of custom link 2 */
            agent_link_url_2: string;
            /** @description URL of custom link 3 */
            agent_link_url_3: string;
            /** @description Biography, with line breaks */
            bio: string;
            /** @description Email */
            email: string;
            /** @description Fax */
            fax: string;
            /** @description First name */
            firstname: string;
            /** @description Agent id */
            id: number;
            /** @description Absolute URL of the photo, or empty */
            image: string;
            /**
             * @description 1 agent, 0 other staff
             * @enum {integer}
             */
            isagent: 0 | 1;
            /** @description Languages spoken, comma separated */
            lang: string;
            /** @description Last name */
            lastname: string;
            /** @description Profile URL on social network 1 */
            link_social1: string;
            /** @description Profile URL on social network 2 */
            link_social2: string;
            /** @description Profile URL on social network 3 */
            link_social3: string;
            /** @description Profile URL on social network 4 */
            link_social4: string;
            /** @description Profile URL on social network 5 */
            link_social5: string;
            /** @description Mobile phone */
            mobile: string;
            /** @description Office id, 0 when there is none */
            office: number;
            /** @description Office line */
            phone: string;
            /** @description A short quoted line */
            quote: string;
            /** @description Identifier at the listing service */
            rls_agent_id: string;
            /** @description Specialty */
            specialty: string;
            /**
             * @description Silent agents are not shown in public
             * @enum {string}
             */
            status: "Active" | "Silent" | "Suspend";
            /** @description License title */
            title: string;
            /** @description Link to the agent's listings on the client's website */
            listingslink: string;
            /** @description Link to the agent's press on the client's website */
            presslink: string;
            /** @description Link to the agent's search page on the client's website */
            searchwithmelink: string;
            /** @description Team id, empty when in no team */
            teamid: string;
            /** @description Link to the agent's testimonials on the client's website */
            testimoniallink: string;
        };
        /** @enum {string} */
        AlertFrequency: "instantly" | "daily" | "weekly" | "never";
        /** @description 1 for each amenity there is */
        Amenities: {
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            balcony: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            bicycleroom: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            brownstone: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            businesscenter: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            childrenplayroom: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            cityview: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            commonoutdoorspace: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            concierge: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            convertible: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            courtyard: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            diningroom: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            diplomatsok: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            dishwasher: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            doorman: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            driveway: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            duplex: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            eatinkitchen: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            elevator: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            fireplace: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            freightelevator: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            furnished: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            garage: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            garden: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            granitekitchen: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            greenbuilding: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            hardwood: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            healthclub: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            highceilings: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            highspeedinternet: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            lakeview: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            laundry: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            laundryinunit: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            laundryservices: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            light: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            liveinsuper: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            livework: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            loft: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            lounge: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            maidservice: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            marblebath: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            microwave: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            multilevel: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            newconstruction: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            nofee: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            nursery: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            onemonthfree: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            openkitchen: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            openview: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            originaldetails: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            outdoorspace: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            parkview: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            patio: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            piedaterre: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            pool: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            privatedeck: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            receivingroom: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            recreationalroom: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            renovated: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            riverview: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            roofdeck: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            roomforrent: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            seniorhousing: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            skylineview: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            sponsorunit: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            stainlesssteelappliances: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            storage: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            subway: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            terrace: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            triplex: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            vacationrental: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            valet: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            virtualdoorman: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            walkincloset: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            walltowallcarpeting: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            washer: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            wheelchairaccess: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            wifi: 0 | 1;
            /**
             * @description 1 when the listing has it
             * @enum {integer}
             */
            winecooler: 0 | 1;
        };
        /** @enum {string} */
        ApartmentFeature: "Furnished" | "Renovated" | "Dishwasher" | "Laundry In Unit" | "Private Outdoor Space" | "Open House" | "Fireplace" | "Lake View" | "River View";
        /** @description What `POST /videohook` takes */
        AttachVideoRequest: {
            /** @description The id that the video service gave */
            videoId: string;
            /** @description The unique id of the listing */
            ulid?: string;
        };
        BlogLabel: {
            /** @description Label id, passed as `label` to the blog search */
            id: number;
            /** @description Name */
            label: string;
        };
        BlogPost: {
            /** @description Byline */
            author: string;
            /** @description HTML */
            body: string;
            /** @description Caption of the image */
            caption: string;
            /** @description Publication date, like November, 20 2026 14:05:09; empty when unknown */
            date_create: string;
            /** @description Record id */
            id: number;
            /** @description Filename relative to the client's blog image directory */
            image: string;
            /** @description Title */
            title: string;
        };
        BlogWriteError: {
            /** @constant */
            STATUS: "Error";
            /** @description What failed */
            MESSAGE: string;
            /** @description Always empty */
            ITEM: components["schemas"]["BlogWriteItem"][];
        };
        BlogWriteItem: {
            /** @description Post id */
            id: number;
            /** @description Publication date, like November, 20 2026 14:05:09; empty when unknown */
            date_create: string;
            /** @description The account number of the key that made it */
            created_by: number;
            /** @description Byline */
            author: string;
            /** @description Title */
            title: string;
            /** @description HTML */
            body: string;
            /** @description Caption of the image */
            caption: string;
            /** @description Filename relative to the client's blog image directory, which is /media/<client>/blog/ */
            image: string;
            /** @description Slug */
            friendly: string;
            /** @description The agent that it belongs to; empty when none */
            agent_id: string;
            /**
             * @description 1 published, 0 unpublished
             * @enum {integer}
             */
            status: 0 | 1;
        };
        BlogWriteSuccess: {
            /** @constant */
            STATUS: "Success";
            /** @description Empty */
            MESSAGE: string;
            /** @description The post as it is now */
            ITEM: components["schemas"]["BlogWriteItem"][];
            /** @description Why the image was left out; the post was written all the same */
            IMAGEERROR?: string;
        };
        Building: {
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            bicycleroom: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            brownstone: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            businesscenter: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            childrenplayroom: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            commonoutdoorspace: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            concierge: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            courtyard: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            doorman: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            driveway: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            elevator: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            freightelevator: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            garage: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            greenbuilding: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            healthclub: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            highspeedinternet: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            laundry: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            lounge: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            maidservice: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            newconstruction: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            nursery: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            pool: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            receivingroom: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            roofdeck: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            storage: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            subway: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            valet: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            virtualdoorman: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            wheelchairaccess: 0 | 1;
            /**
             * @description 1 when the building has it
             * @enum {integer}
             */
            wifi: 0 | 1;
            /**
             * @description 1 when the rent includes it
             * @enum {integer}
             */
            ac: 0 | 1;
            /**
             * @description 1 when the rent includes it
             * @enum {integer}
             */
            cableinternet: 0 | 1;
            /**
             * @description 1 when the rent includes it
             * @enum {integer}
             */
            electricity: 0 | 1;
            /**
             * @description 1 when the rent includes it
             * @enum {integer}
             */
            gas: 0 | 1;
            /**
             * @description 1 when the rent includes it
             * @enum {integer}
             */
            heat: 0 | 1;
            /**
             * @description 1 when the rent includes it
             * @enum {integer}
             */
            water: 0 | 1;
            /** @description Street, without the house number */
            address: string;
            /** @description Bedroom counts there are, free text */
            beds: string;
            /** @description Size of the building, square feet */
            bldgsize: string;
            /** @description Year built, 0 when unknown */
            built: number;
            /** @description Neighborhood id, 0 when unknown */
            cat: number;
            /** @description City */
            city: string;
            /** @description Common charges, dollars */
            common: number;
            /** @description Concession across the building in the owner's words */
            concession: string;
            /** @description Contact person */
            contact: number;
            /**
             * @description Cooling: 1 central, 2 window or wall, 3 none, -1 of an unknown type, 0 unknown
             * @enum {integer}
             */
            cooling: 1 | 2 | 3 | -1 | 0;
            /** @description Deductible share of the maintenance, percent */
            deduct: number;
            /** @description Down payment, percent */
            down: number;
            /**
             * @description When it was built: 1 pre-war, 2 post-war, 3 new construction, 0 unknown
             * @enum {integer}
             */
            era: 1 | 2 | 3 | 0;
            /** @description Operating expenses, dollars a year; of investments only */
            exp: number;
            /** @description Extension, free text */
            ext: string;
            /** @description Families the building is zoned for */
            families: number;
            /**
             * @description 1 when featured
             * @enum {integer}
             */
            featured: 0 | 1;
            /** @description Broker fee, percent */
            fee: number;
            /**
             * @description -1 when the building has heat, else 0
             * @enum {integer}
             */
            heating: -1 | 0;
            /** @description House number */
            house: string;
            /** @description Building id */
            id: number;
            /** @description Number of photos */
            imgcount: number;
            /** @description Rent roll, dollars a year; of investments only */
            incrent: number;
            /** @description How keys are handled. Not for publication */
            keys: string;
            /** @description Cross streets */
            location: string;
            /** @description Size of the lot, square feet */
            lotsize: string;
            /** @description Maintenance or common charge, dollars a month */
            maintanance: number;
            /** @description Highest price asked of a sale now, dollars; 0 when there is none */
            maxbuy: number;
            /** @description Highest rent asked now, dollars; 0 when there is none */
            maxrent: number;
            /** @description Lowest price asked of a sale now, dollars; 0 when there is none */
            minbuy: number;
            /** @description Lowest rent asked now, dollars; 0 when there is none */
            minrent: number;
            /** @description Name of the building */
            name: string;
            /**
             * @description 1 when newly added
             * @enum {integer}
             */
            new: 0 | 1;
            /**
             * @description -1 when a new development, else 0
             * @enum {integer}
             */
            newdevelopment: -1 | 0;
            /**
             * @description 1 when its listings carry no broker fee
             * @enum {integer}
             */
            nofee: 0 | 1;
            /**
             * @description 1 when it offers an owner-paid commission
             * @enum {integer}
             */
            op: 0 | 1;
            /** @description Start of the next open house, like 2026-11-20 14:05:09; empty when there is none */
            openhouse: string;
            /** @description Start of the second open house, like 2026-11-20 14:05:09; empty when there is none */
            openhouse2: string;
            /** @description End of the next open house, like 2026-11-20 14:05:09; empty when there is none */
            openhouseend: string;
            /** @description End of the second open house, like 2026-11-20 14:05:09; empty when there is none */
            openhouseend2: string;
            /**
             * @description Parking: 1 indoor, 2 outdoor, 3 heated, 4 valet, 5 street without permit, 6 easy street without permit, 7 street with permit, 8 assigned, 0 unknown
             * @enum {integer}
             */
            parking: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 0;
            /**
             * @description Pet policy: 3 Pets OK, 1 Cats Only, 4 Dogs Only, 2 Small Dogs, 98 Case By Case, 99 No Pets, 0 Unknown
             * @enum {integer}
             */
            pets: 3 | 1 | 4 | 2 | 98 | 99 | 0;
            /** @description Phone */
            phone: string;
            /** @description Price of the whole building when it is for sale, dollars */
            price: number;
            /** @description Building type in the client's own words */
            propertytype: string;
            /** @description Description for publication */
            public_note: string;
            /** @description State, two letters */
            state: string;
            /**
             * @description 1 when active
             * @enum {integer}
             */
            status: 0 | 1;
            /** @description Floors */
            stories: number;
            /** @description Architectural style, N/A when not set */
            style: string;
            /** @description Subway lines, comma separated */
            subwayline: string;
            /** @description Property tax, dollars a year */
            taxes: number;
            /** @description Building type */
            type: string;
            /** @description Units */
            units: number;
            /** @description Website of the building */
            website: string;
            /** @description ZIP code */
            zip: string;
        };
        /** @enum {string} */
        BuildingAmenity: "doorman" | "outdoorSpace" | "elevator" | "healthClub" | "pets" | "newConstruction" | "nofee";
        /** @enum {string} */
        BuildingExtra: "featured" | "developments";
        /** @enum {string} */
        BuildingFeature: "Doorman" | "Elevator" | "Laundry" | "Pool" | "Pets" | "Common Outdoor Space" | "Driveway";
        BuildingPage: {
            /** @description Matches in all, whatever the page */
            TOTAL_COUNT: number;
            BUILDINGS: components["schemas"]["Building"][];
        };
        /** @description A malformed parameter: the envelope, and a page without a match */
        BuildingPageError: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
            /**
             * @description There is no match
             * @constant
             */
            TOTAL_COUNT: 0;
            BUILDINGS: components["schemas"]["Building"][];
        };
        /**
         * @description 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke
         * @enum {integer}
         */
        CategoryCode: 0 | 1 | 2 | 6;
        Change: {
            /** @description The kind of the record */
            kind: components["schemas"]["ChangeKind"];
            /** @description Its id */
            id: number;
            /**
             * @description upsert: it appeared or changed; remove: it is gone, or not readable any more
             * @enum {string}
             */
            op: "upsert" | "remove";
            /** @description The number of the write; changes of one write share it */
            seq: number;
            /** @description When it was written, in UTC, as `2026-11-20T14:05:09.000Z` */
            at: string;
            record?: components["schemas"]["ChangedRecord"];
        };
        /** @enum {string} */
        ChangeKind: "neighborhoods" | "buildings" | "offices" | "agents" | "teams" | "labels" | "listings" | "blog-labels" | "blogs" | "press" | "videos" | "testimonials" | "docs" | "link-categories" | "links";
        ChangePage: {
            /** @description Send it as `since` next time; keep it once this is applied */
            CURSOR: string;
            /** @description Whether to ask again at once */
            MORE: boolean;
            CHANGES: components["schemas"]["Change"][];
        };
        /** @description The record as it is now, with `records=true` and after an upsert. Its fields are those of the reads of its kind. */
        ChangedRecord: {
            [key: string]: unknown;
        };
        Client: {
            /** @description Client id */
            id: number;
            /** @description First name */
            firstName: string;
            /** @description Last name */
            lastName: string;
            /** @description Email */
            email: string;
            /**
             * @description 1 when verified and logged in within the last 120 days
             * @enum {integer}
             */
            active: 0 | 1;
            /**
             * @description The same in words
             * @enum {string}
             */
            status: "Active" | "Inactive";
            /** @description Tags, each followed by a comma */
            type: string;
            /** @description Verification code of a member; empty until they register. Not for publication */
            verify: string;
            /** @description When it was made, like 2026-11-20 14:05:09; empty when there is none */
            date_create: string;
            /** @description When it was last changed, like 2026-11-20 14:05:09; empty when there is none */
            date_update: string;
            /** @description Phone */
            phone: string;
            /** @description Phone at home */
            home_Phone: string;
            /** @description Phone at work */
            office_Phone: string;
            /** @description First and last name of the assigned agent */
            agent_name: string;
            /** @description Email of the assigned agent */
            agent_email: string;
            /** @description Assigned agent, 0 when there is none */
            agent_id: number;
            /** @description Position in the brokerage's own list of milestones */
            progress: string;
            /** @description Origin, from the brokerage's own list */
            source: string;
            /** @description Date of birth */
            dob: string;
            /** @description Street address */
            address: string;
            /** @description City */
            city: string;
            /** @description Two letters */
            state: string;
            /** @description Postal code */
            zip: string;
            /** @description With `addVersion`: another one after a new password or address, and for another person */
            version?: string;
        };
        ClientPage: {
            /** @description Members in all, whatever the page */
            TOTAL_COUNT: number;
            CLIENTS: components["schemas"]["ClientSearchRecord"][];
        };
        ClientSearchRecord: {
            /** @description Client id */
            id: number;
            /** @description First name */
            firstName: string;
            /** @description Last name */
            lastName: string;
            /** @description Email */
            email: string;
            /**
             * @description 1 when verified and logged in within the last 120 days
             * @enum {integer}
             */
            active: 0 | 1;
            /**
             * @description The same in words
             * @enum {string}
             */
            status: "Active" | "Inactive";
            /** @description Tags, each followed by a comma */
            type: string;
            /** @description Verification code of a member; empty until they register. Not for publication */
            verify: string;
            /** @description When it was made, like 2026-11-20 14:05:09; empty when there is none */
            date_create: string;
            /** @description When it was last changed, like 2026-11-20 14:05:09; empty when there is none */
            date_update: string;
            /** @description Phone */
            phone: string;
            /** @description Phone at home */
            home_Phone: string;
            /** @description Phone at work */
            office_Phone: string;
            /** @description First and last name of the assigned agent */
            agent_name: string;
            /** @description Email of the assigned agent */
            agent_email: string;
            /** @description Assigned agent, 0 when there is none */
            agent_id: number;
            /** @description Position in the brokerage's own list of milestones */
            progress: string;
            /** @description Origin, from the brokerage's own list */
            source: string;
            /** @description Date of birth */
            dob: string;
            /** @description Street address */
            address: string;
            /** @description City */
            city: string;
            /** @description Two letters */
            state: string;
            /** @description Postal code */
            zip: string;
            /** @description Latest deal: its id; empty, like the rest, when none */
            deal_id?: number | "";
            /** @description Latest deal: its listing, 0 when it names none */
            deal_listing_id?: number | "";
            /** @description Latest deal: the address */
            deal_address?: string;
            /** @description Latest deal: dollars */
            deal_price?: number | "";
            /** @description Latest deal: how it stands */
            deal_status?: string;
            /** @description Latest deal: when, like 2026-11-20 14:05:09; empty when there is none */
            deal_date?: string;
        };
        /** @enum {string} */
        Cooling: "Central AC" | "Window/Wall" | "None" | "Unknown";
        /**
         * @description 1 Central AC, 2 Window/Wall, 3 None
         * @enum {integer}
         */
        CoolingCode: 1 | 2 | 3;
        /** @description What `POST /properties/viewCounter/` takes */
        CountListingViewRequest: {
            /** @description The listing */
            listingID: number;
        };
        /** @description What `POST /blog` takes */
        CreateBlogPostRequest: {
            /** @description Title */
            title: string;
            /** @description HTML, stored as given */
            body: string;
            /** @description YYYY-MM-DD, with or without a time, MM/DD/YYYY, or ISO 8601 */
            publish_date: string;
            /** @description Byline */
            author?: string;
            /** @description Caption of the image */
            caption?: string;
            /** @description Slug, used as given; by default made from the title */
            friendly?: string;
            /** @description The agent that the post belongs to; 0 for none, -1 when not provided; default 0 */
            agent_id?: number;
            /** @description 1 published, 0 unpublished, -1 when not provided; default 1 */
            status?: number;
            /** @description Ids of blog labels; in a form, the text of a JSON array */
            labels?: number[];
            /** @description Ids of buildings; in a form, the text of a JSON array */
            buildings?: number[];
            /** @description A JPG, PNG, GIF or WEBP picture of at most 5 MB, as a file of a multipart form */
            image?: string;
            /** @description The same, as bare Base64 or as a data URI, in any kind of body */
            image_base64?: string;
        };
        /** @description What `POST /alerts` takes */
        CreateLeadRequest: {
            /** @description First name */
            firstname: string;
            /** @description Last name */
            lastname: string;
            /** @description An email address like name@example.com */
            email: string;
            /** @description Phone */
            phone?: string;
            /** @description What the person asks or says */
            comment?: string;
            /** @description Dollars; the range is ten percent to either side; 0 counts as not given */
            price?: number;
            /**
             * @description What the person is looking for; default For Rent
             * @enum {string}
             */
            alertType?: "For Rent" | "For Sale";
            /** @description Fewest bedrooms; 0 counts as not given */
            minBeds?: number;
            /** @description Fewest bathrooms; 0 counts as not given */
            minBath?: number;
            /** @description The area where the person is looking */
            alertAddress?: string;
            /** @description Where the lead comes from, such as a page */
            alertSource?: string;
            /** @description Email of the agent that the lead is for */
            agentEmail?: string;
            /** @description A listing, which replaces price, type and area; 0 counts as not given */
            listingID?: number;
        };
        /** @description What `POST /alerts/listingAlert` takes */
        CreateListingLeadRequest: {
            /** @description The listing that the lead is about */
            listingID: number;
            /** @description First name */
            firstname: string;
            /** @description Last name */
            lastname: string;
            /** @description An email address like name@example.com */
            email: string;
            /** @description Phone */
            phone?: string;
            /** @description What the person asks or says */
            comment?: string;
            /** @description The id belongs to the RLS feed; default false */
            isRLS?: boolean;
            /** @description The id belongs to the MLS feed; default false */
            isMLS?: boolean;
            /** @description The agent that the lead is for; -1 and 0 count as not given */
            agentID?: number;
            /** @description The member who asks; -1 and 0 count as not given */
            clientID?: number;
            /** @description When the person would like to see the listing, in the brokerage's time zone: at most 3, each as YYYY-MM-DD HH:MM, in the future and within 90 days */
            tourTimes?: string[];
            /**
             * @description How the person wants to see it; only used with `tourTimes`; default person
             * @enum {string}
             */
            tourKind?: "person" | "video";
        };
        /** @description What `POST /marketplace` takes */
        CreateMarketplaceLeadRequest: {
            /** @description Looked up in the client's database, then in its MLS feed */
            listing_id: string;
            /** @description Email of an active agent */
            agent_email: string;
            /** @description First name */
            first_name: string;
            /** @description Last name */
            last_name: string;
            /** @description An email address like name@example.com */
            email: string;
            /** @description What the marketplace calls the person; kept as it is */
            client_id?: string;
            /** @description Phone */
            cell_phone?: string;
            /** @description Kept as the comment of the lead */
            message?: string;
            /** @description Bedrooms, 0 for a studio; falls back to beds, then to the listing's */
            bed?: number;
            /** @description Another name of bed */
            beds?: number;
            /** @description Bathrooms; falls back to the listing's; 0 counts as not given */
            bath?: number;
            /** @description Dollars; the range is ten percent to either side; 0 counts as not given */
            price?: number;
            /** @description Falls back to the listing's */
            address?: string;
            /** @description Apartment; falls back to the listing's */
            unit?: string;
            /** @description Where the marketplace shows the listing */
            back_link?: string;
            /** @description Falls back to the marketplace's registered name */
            source_name?: string;
        };
        /** @description With addCustomValues=true a listing has these fields as well: one `custom_<name>` for each custom value. Many hold what only the brokerage should see, such as where a key hangs */
        CustomValues: {
            [key: string]: string;
        };
        Document: {
            /** @description Record id */
            id: number;
            /** @description Title */
            title: string;
            /** @description Filename */
            filename: string;
            /** @description What it is filed under */
            category: string;
            /** @description When it was added, like November, 20 2026 14:05:09; empty when unknown */
            date_create: string;
            /** @description Position, lower first */
            sort: number;
        };
        /**
         * @description 250 email is required, 251 email is malformed, 252 firstname is required, 253 lastname is required, 254 there is no such listing, 255 another required field is missing, 256 a parameter or the body is malformed, 257 there is no such member, 258 another member has this email, 259 email and password, or email and code, do not match, 260 there is no such agent
         * @enum {string}
         */
        ErrorCode: "250" | "251" | "252" | "253" | "254" | "255" | "256" | "257" | "258" | "259" | "260";
        /** @description Nothing was done: a parameter is missing or malformed, or names what is not there */
        ErrorEnvelope: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
        };
        /** @description A part of a histogram */
        FacetBin: {
            /** @description The least of the bin */
            from: number;
            /** @description The most of the bin; the next begins one above it */
            to: number;
            /** @description The listings in the bin */
            count: number;
        };
        /** @description A code or id, its name, and its listings */
        FacetCodeCount: {
            /** @description What to send in the parameter */
            value: number;
            /** @description What to show */
            name: string;
            /** @description How many listings a search for this value finds */
            count: number;
        };
        /** @description How listings spread over a number; those that have none are left out */
        FacetHistogram: {
            /** @description The least, without cents; 0 when there is none */
            min: number;
            /** @description The most, cents rounded up; 0 when there is none */
            max: number;
            /** @description Without gaps from min to max, each wider than the one before */
            bins: components["schemas"]["FacetBin"][];
        };
        /** @enum {string} */
        FacetName: "status" | "type" | "beds" | "bath" | "neighborhood" | "pets" | "amenities" | "price" | "size";
        /** @description A number of rooms, and its listings */
        FacetNumberCount: {
            /** @description What to send in the parameter; 0 bedrooms are studios */
            value: number;
            /** @description How many listings a search for this value finds */
            count: number;
        };
        /** @description A word, and its listings */
        FacetWordCount: {
            /** @description What to send in the parameter */
            value: string;
            /** @description How many listings a search for this value finds */
            count: number;
        };
        /** @description What the parameter `facets` asked for. Each facet is counted without its own filter; values without listings are left out */
        Facets: {
            /** @description For `status` */
            status?: components["schemas"]["FacetCodeCount"][];
            /** @description For `type` */
            type?: components["schemas"]["FacetWordCount"][];
            /** @description For `beds`, ascending */
            beds?: components["schemas"]["FacetNumberCount"][];
            /** @description For `bath`, ascending */
            bath?: components["schemas"]["FacetNumberCount"][];
            /** @description For `cat`, those with the most listings first */
            neighborhood?: components["schemas"]["FacetCodeCount"][];
            /** @description For `pets` */
            pets?: components["schemas"]["FacetCodeCount"][];
            /** @description For `amenities` */
            amenities?: components["schemas"]["FacetWordCount"][];
            price?: components["schemas"]["FacetHistogram"];
            size?: components["schemas"]["FacetHistogram"];
        };
        FavoritesError: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
            /** @description Always empty */
            LISTINGIDS: number[];
            /** @description Always empty */
            MLSLISTINGIDS: number[];
            /** @description Always empty */
            RLSLISTINGIDS: number[];
        };
        FavoritesSuccess: {
            /** @constant */
            STATUS: "Success";
            STATUS_CODE: components["schemas"]["SuccessCode"];
            /** @description LISTINGIDS, comma separated */
            MESSAGE: string;
            /** @description Favorites among the client's own listings */
            LISTINGIDS: number[];
            /** @description Favorites in the MLS feed, which numbers its listings separately */
            MLSLISTINGIDS: number[];
            /** @description Favorites in the RLS feed, which numbers its listings separately */
            RLSLISTINGIDS: number[];
        };
        /** @description What `POST /account/forgotPassword` takes */
        ForgotPasswordRequest: {
            /** @description An email address like name@example.com */
            email: string;
        };
        /** @description The shape of a feature */
        GeoJsonGeometry: {
            /** @description `Polygon` or `MultiPolygon` */
            type: string;
            /** @description Rings of positions, longitude first */
            coordinates: unknown[];
        };
        /** @description A polygon or multipolygon as GeoJSON */
        GeoJsonPolygon: {
            /** @description `Polygon`, `MultiPolygon` or `Feature` */
            type: string;
            /** @description Rings of positions, longitude first */
            coordinates?: unknown[];
            geometry?: components["schemas"]["GeoJsonGeometry"];
            /** @description Of a feature; not read */
            properties?: unknown;
        };
        /** @description A record that came with a key, and its number */
        KeyedRecord: {
            /** @description The line of the body that the record begins on, from 1 */
            line: number;
            /** @description Its place in a JSON array, from 1; only in an array */
            element?: number;
            /** @description The key of the record */
            key: string;
            /** @description The source of the key */
            source: string;
            /** @description The number of the record, which it keeps for ever */
            id: number;
        };
        Label: {
            /** @description Label id, passed as `label` to the listing search */
            id: number;
            /** @description Name */
            labelname: string;
        };
        LeadSuccess: {
            /** @constant */
            STATUS: "Success";
            STATUS_CODE: components["schemas"]["SuccessCode"];
            /** @description Mostly empty */
            MESSAGE: string;
            /** @description With `Prefer: handling=strict`: the number of the lead, or of the earlier one that it repeats */
            ID?: number;
        };
        Link: {
            /** @description Record id */
            id: number;
            /** @description Title */
            title: string;
            /** @description Where it leads */
            url: string;
            /** @description What is found there */
            description: string;
            /** @description Id of its category, 0 when none */
            category: number;
            /** @description Position, lower first */
            sort: number;
        };
        LinkCategory: {
            /** @description Category id, as in `/links/{category}` */
            id: number;
            /** @description Name */
            name: string;
            /** @description Position, lower first */
            sort: number;
        };
        /** @description What `POST /clients/ListFavoriteListingID/` takes */
        ListFavoritesRequest: {
            /** @description The member's number */
            clientID: number;
        };
        /** @enum {string} */
        ListingAmenity: "doorman" | "outdoorSpace" | "elevator" | "healthClub" | "pets" | "newConstruction" | "nofee" | "dishwasher" | "hardwood" | "LaundryInUnit" | "Patio" | "roofdeck" | "privatedeck" | "garage";
        ListingChange: {
            /** @description When it changed, like 2026-11-20 14:05:09; empty when there is none */
            date: string;
            /** @description Dollars, from then on */
            price: number;
            /** @description The word of `main_status`, from then on */
            status: string;
            changed: ("listed" | "price" | "status")[];
            /** @description Dollars, where the price changed */
            price_before?: number;
        };
        ListingCluster: {
            /** @description Names its cell of the map, as zoom/x/y */
            id: string;
            /** @description Latitude of the mean of its listings, degrees */
            lat: number;
            /** @description Longitude of the mean of its listings, degrees */
            lng: number;
            /** @description How many listings it has */
            count: number;
            /** @description The lowest price among them, dollars */
            priceMin: number;
            /** @description The highest price among them, dollars */
            priceMax: number;
            /** @description Its listings, where they are at most 10; from zoom 19 on, up to 200 of them */
            ids?: number[];
        };
        /** @description A listing with everything a page about it needs. addCustomValues adds the fields of CustomValues */
        ListingDetail: {
            /** @description Bathrooms; 2.5 is two and a powder room */
            essentials_bath: number;
            /** @description Bedrooms; a studio has 0 */
            essentials_beds: number;
            /** @description Rooms in all */
            essentials_rooms: number;
            /** @description Square feet; 0 when not recorded */
            essentials_size: number;
            /** @description Kind of property */
            essentials_type: components["schemas"]["PropertyType"];
            /** @description Units in the building */
            essentials_units: number;
            /**
             * @description 1 when featured
             * @enum {integer}
             */
            extras_featured: 0 | 1;
            /**
             * @description 1 when there is no broker fee
             * @enum {integer}
             */
            extras_nofee: 0 | 1;
            /**
             * @description 1 when an open house lies ahead, or viewings are by appointment
             * @enum {integer}
             */
            extras_openhouse: 0 | 1;
            /** @description Dollars: monthly rent of a rental, price of a sale */
            financials_price: number;
            /** @description Display address, fit for print as it stands */
            main_address: string;
            /** @description Listing id */
            main_id: number;
            /** @description Absolute URL of the first photo, or empty */
            main_image: string;
            /** @description Neighborhood */
            main_neighborhood: string;
            /** @description State of the listing */
            main_status: components["schemas"]["ListingStatus"];
            /** @description Words or a day */
            essentials_available: string;
            /** @description Building id, 0 when unknown */
            essentials_building: number;
            /** @description Last update, like November, 20 2026 14:05:09; empty when unknown */
            essentials_date: string;
            /** @description Floor as text */
            essentials_floor: string;
            /**
             * @description Whether viewings are by appointment only
             * @enum {string}
             */
            essentials_openhouse_by_appointment_only: "By Appointment Only" | "";
            /** @description Pet policy */
            essentials_pets: components["schemas"]["PetPolicy"];
            /** @description Letters and digits of subway lines */
            essentials_subway: string;
            /** @description URL of a virtual tour */
            essentials_video: string;
            /**
             * @description 1 when a new development
             * @enum {integer}
             */
            extras_developments: 0 | 1;
            /**
             * @description 1 when furnished
             * @enum {integer}
             */
            extras_furnished: 0 | 1;
            /** @description Degrees; 0 when unknown */
            extras_latitude: number;
            /** @description Degrees; 0 when unknown */
            extras_longitude: number;
            /** @description Concession in the owner's words */
            financials_concession: string;
            /** @description Percent of the price */
            financials_downpayment: number;
            /** @description Broker fee, percent of the annual rent */
            financials_fee: number;
            /** @description Months of free rent */
            financials_freemonth: number;
            /** @description Dollars a month */
            financials_maintenance: number;
            /** @description Months of lease that the free rent asks for */
            financials_monthsfreereqminlease: number;
            /** @description Dollars a month */
            financials_taxes: number;
            /**
             * @description 1 when it may go to IDX feeds
             * @enum {integer}
             */
            idx: 0 | 1;
            /** @description Apartment */
            main_apt: string;
            /**
             * @description Exclusivity: 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke
             * @enum {integer}
             */
            main_category: 0 | 1 | 2 | 6;
            /** @description Cross streets */
            main_cross: string;
            /**
             * @description 1 when the exact address is not for publication
             * @enum {integer}
             */
            main_hide_address: 0 | 1;
            /** @description House number; empty when the address is hidden */
            main_house: string;
            /** @description Number of photos */
            main_images: number;
            /** @description Street */
            main_street: string;
            /** @description ZIP code */
            main_zipcode: string;
            /** @description MLS number */
            mls_no: string;
            /**
             * @description 1 when it may appear behind a login
             * @enum {integer}
             */
            vow: 0 | 1;
            /** @description Address that leads to the agent are matched on */
            agents_agent_email: string;
            /** @description Agent id, 0 when there is none */
            agents_agent_id: number;
            /** @description Absolute URL, or empty */
            agents_agent_image: string;
            /** @description First and last name */
            agents_agent_name: string;
            /** @description Mobile, or else the office line */
            agents_agent_phone: string;
            /** @description Co-agent: email */
            agents_coagent_email: string;
            /** @description Co-agent id, the empty string when there is none */
            agents_coagent_id: number | "";
            /** @description Co-agent: absolute URL, or empty */
            agents_coagent_image: string;
            /** @description Co-agent: first and last name */
            agents_coagent_name: string;
            /** @description Co-agent: mobile, or else the office line */
            agents_coagent_phone: string;
            /** @description Listing agent: email */
            agents_listingagent_email: string;
            /** @description Listing agent id, the empty string when there is none */
            agents_listingagent_id: number | "";
            /** @description Listing agent: absolute URL, or empty */
            agents_listingagent_image: string;
            /** @description Listing agent: first and last name */
            agents_listingagent_name: string;
            /** @description Listing agent: mobile, or else the office line */
            agents_listingagent_phone: string;
            /** @description Showing note. Not for publication */
            access_note: string;
            /** @description Same as financials_concession */
            concession: string;
            /**
             * @description 1 when a co-broke your-own-fee arrangement applies
             * @enum {integer}
             */
            cyof: 0 | 1;
            /** @description Cooling */
            extra_cooling: components["schemas"]["Cooling"];
            /** @description Absolute URL of the floor plan, or empty */
            floorplan_image: string;
            /** @description Marketing copy */
            main_description: string;
            /** @description Owner-paid commission as displayed */
            op: string | null;
            /** @description URL of a second virtual tour */
            essentials_video2?: string;
            /** @description Id of a partner video */
            partnerVideo?: string;
            /** @description addPhotos: absolute URLs in order, separated by | */
            photos?: string;
            /** @description addPhotos=variants: the width in pixels of each of `photos`, separated by |, in a search of the first 12 */
            photos_width?: string;
            /** @description addPhotos=variants: the height in pixels of each of `photos`, separated by |, in a search of the first 12 */
            photos_height?: string;
            /** @description addPhotos=variants: the srcset of AVIF files of each of `photos`, separated by |, in a search of the first 12 */
            photos_srcset_avif?: string;
            /** @description addPhotos=variants: the srcset of WebP files of each of `photos`, separated by |, in a search of the first 12 */
            photos_srcset_webp?: string;
            /** @description addPhotos=variants: the srcset of JPEG files of each of `photos`, separated by |, in a search of the first 12 */
            photos_srcset_jpeg?: string;
            /** @description addPhotos=variants: the ThumbHash in Base64 of each of `photos`, separated by |, in a search of the first 12 */
            photos_thumbhash?: string;
            /** @description addOpenHouse: start of the next open house, like 2026-11-20 14:05:09; empty when there is none */
            openhouse?: string;
            /** @description addOpenHouse: its end, like 2026-11-20 14:05:09; empty when there is none */
            openhouseend?: string;
            /** @description addOpenHouse: start of the second, like 2026-11-20 14:05:09; empty when there is none */
            openhouse2?: string;
            /** @description addOpenHouse: its end, like 2026-11-20 14:05:09; empty when there is none */
            openhouseend2?: string;
            /** @description addHitCounter: website views */
            hitcounter?: number;
            /** @description addHistory: when the listing came on the market, as far as the server knows, like 2026-11-20 14:05:09; empty when there is none */
            listed?: string;
            /** @description addHistory: days from then until now, or until it was taken */
            days_on_market?: number | "";
            /** @description addHistory: dollars before the last change since then; 0 for none */
            price_before?: number;
            /** @description addHistory: when the price changed last since then, like 2026-11-20 14:05:09; empty when there is none */
            price_changed?: string;
            /** @description addAttribution: the office whose listing it is; empty when unknown */
            courtesy_of?: string;
            /** @description addAttribution: how to reach it, as the MLS says; empty when unknown */
            courtesy_contact?: string;
            /** @description addAttribution: of a listing of a feed, what people call the feed */
            source_name?: string;
            /** @description addAttribution: of a listing of a feed, the copyright line to show, or empty */
            source_copyright?: string;
            /** @description addAttribution: of a listing of a feed, URL of the logo to show, or empty */
            source_logo?: string;
            /** @description addAttribution: of a listing of a feed, the disclaimer to show, or empty */
            source_disclaimer?: string;
            /** @description addAttribution: of a listing of a feed, when the feed was last brought up to date, like 2026-11-20 14:05:09; empty when there is none */
            source_updated?: string;
            /** @description addLabels: names, comma separated */
            labels?: string;
            /** @description addIso: the day of essentials_available, like 2026-12-01; empty for words */
            essentials_available_iso?: string;
            /** @description addIso: essentials_date as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            essentials_date_iso?: string;
            /** @description addIso: openhouse as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            openhouse_iso?: string;
            /** @description addIso: openhouseend as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            openhouseend_iso?: string;
            /** @description addIso: openhouse2 as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            openhouse2_iso?: string;
            /** @description addIso: openhouseend2 as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            openhouseend2_iso?: string;
            /** @description addIso: listed as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            listed_iso?: string;
            /** @description addIso: price_changed as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            price_changed_iso?: string;
            /** @description addIso: source_updated as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            source_updated_iso?: string;
        };
        /** @enum {string} */
        ListingExtra: "featured" | "furnished" | "developments" | "nofee" | "openhouse";
        /** @description The name of a field of ListingSearchRecord, or of a custom value: custom_<name> */
        ListingField: string;
        ListingPage: {
            /** @description Matches in all, whatever the page */
            TOTAL_COUNT: number;
            LISTINGS: components["schemas"]["ListingSearchRecord"][];
            FACETS?: components["schemas"]["Facets"];
            /** @description With `cluster`: groups for a map, the largest first */
            CLUSTERS?: components["schemas"]["ListingCluster"][];
        };
        /** @description A malformed parameter: the envelope, and a page without a match */
        ListingPageError: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
            /**
             * @description There is no match
             * @constant
             */
            TOTAL_COUNT: 0;
            LISTINGS: components["schemas"]["ListingSearchRecord"][];
        };
        ListingPhoto: {
            /** @description Absolute URL of the file */
            filename: string;
            /** @description Caption, often empty */
            name: string;
            /** @description Position, lower first */
            sort: number;
            /** @description variants: width in pixels; 0 when it is not known */
            width?: number;
            /** @description variants: height in pixels; 0 when it is not known */
            height?: number;
            /** @description variants: AVIF files as the value of a srcset attribute, like https://portico.example/media/acme/p/0f3c…-320.avif 320w, …; empty when the picture is not on this server or not measured yet */
            srcset_avif?: string;
            /** @description variants: WebP files as the value of a srcset attribute, like https://portico.example/media/acme/p/0f3c…-320.webp 320w, …; empty when the picture is not on this server or not measured yet */
            srcset_webp?: string;
            /** @description variants: JPEG files as the value of a srcset attribute, like https://portico.example/media/acme/p/0f3c…-320.jpg 320w, …; empty when the picture is not on this server or not measured yet */
            srcset_jpeg?: string;
            /** @description variants: a ThumbHash, some 25 bytes in Base64, to show until the photo is loaded */
            thumbhash?: string;
        };
        /** @description A listing as searches return it. addCustomValues adds the fields of CustomValues */
        ListingSearchRecord: {
            /** @description Bathrooms; 2.5 is two and a powder room */
            essentials_bath: number;
            /** @description Bedrooms; a studio has 0 */
            essentials_beds: number;
            /** @description Rooms in all */
            essentials_rooms: number;
            /** @description Square feet; 0 when not recorded */
            essentials_size: number;
            /** @description Kind of property */
            essentials_type: components["schemas"]["PropertyType"];
            /** @description Units in the building */
            essentials_units: number;
            /**
             * @description 1 when featured
             * @enum {integer}
             */
            extras_featured: 0 | 1;
            /**
             * @description 1 when there is no broker fee
             * @enum {integer}
             */
            extras_nofee: 0 | 1;
            /**
             * @description 1 when an open house lies ahead, or viewings are by appointment
             * @enum {integer}
             */
            extras_openhouse: 0 | 1;
            /** @description Dollars: monthly rent of a rental, price of a sale */
            financials_price: number;
            /** @description Display address, fit for print as it stands */
            main_address: string;
            /** @description Listing id */
            main_id: number;
            /** @description Absolute URL of the first photo, or empty */
            main_image: string;
            /** @description Neighborhood */
            main_neighborhood: string;
            /** @description State of the listing */
            main_status: components["schemas"]["ListingStatus"];
            /** @description Words or a day */
            essentials_available: string;
            /** @description Building id, 0 when unknown */
            essentials_building: number;
            /** @description Last update, like November, 20 2026 14:05:09; empty when unknown */
            essentials_date: string;
            /** @description Floor as text */
            essentials_floor: string;
            /**
             * @description Whether viewings are by appointment only
             * @enum {string}
             */
            essentials_openhouse_by_appointment_only: "By Appointment Only" | "";
            /** @description Pet policy */
            essentials_pets: components["schemas"]["PetPolicy"];
            /** @description Letters and digits of subway lines */
            essentials_subway: string;
            /** @description URL of a virtual tour */
            essentials_video: string;
            /**
             * @description 1 when a new development
             * @enum {integer}
             */
            extras_developments: 0 | 1;
            /**
             * @description 1 when furnished
             * @enum {integer}
             */
            extras_furnished: 0 | 1;
            /** @description Degrees; 0 when unknown */
            extras_latitude: number;
            /** @description Degrees; 0 when unknown */
            extras_longitude: number;
            /** @description Concession in the owner's words */
            financials_concession: string;
            /** @description Percent of the price */
            financials_downpayment: number;
            /** @description Broker fee, percent of the annual rent */
            financials_fee: number;
            /** @description Months of free rent */
            financials_freemonth: number;
            /** @description Dollars a month */
            financials_maintenance: number;
            /** @description Months of lease that the free rent asks for */
            financials_monthsfreereqminlease: number;
            /** @description Dollars a month */
            financials_taxes: number;
            /**
             * @description 1 when it may go to IDX feeds
             * @enum {integer}
             */
            idx: 0 | 1;
            /** @description Apartment */
            main_apt: string;
            /**
             * @description Exclusivity: 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke
             * @enum {integer}
             */
            main_category: 0 | 1 | 2 | 6;
            /** @description Cross streets */
            main_cross: string;
            /**
             * @description 1 when the exact address is not for publication
             * @enum {integer}
             */
            main_hide_address: 0 | 1;
            /** @description House number; empty when the address is hidden */
            main_house: string;
            /** @description Number of photos */
            main_images: number;
            /** @description Street */
            main_street: string;
            /** @description ZIP code */
            main_zipcode: string;
            /** @description MLS number */
            mls_no: string;
            /**
             * @description 1 when it may appear behind a login
             * @enum {integer}
             */
            vow: 0 | 1;
            /** @description Address that leads to the agent are matched on */
            agents_agent_email: string;
            /** @description Agent id, 0 when there is none */
            agents_agent_id: number;
            /** @description Absolute URL, or empty */
            agents_agent_image: string;
            /** @description First and last name */
            agents_agent_name: string;
            /** @description Mobile, or else the office line */
            agents_agent_phone: string;
            /** @description Co-agent: email */
            agents_coagent_email: string;
            /** @description Co-agent id, the empty string when there is none */
            agents_coagent_id: number | "";
            /** @description Co-agent: absolute URL, or empty */
            agents_coagent_image: string;
            /** @description Co-agent: first and last name */
            agents_coagent_name: string;
            /** @description Co-agent: mobile, or else the office line */
            agents_coagent_phone: string;
            /** @description Listing agent: email */
            agents_listingagent_email: string;
            /** @description Listing agent id, the empty string when there is none */
            agents_listingagent_id: number | "";
            /** @description Listing agent: absolute URL, or empty */
            agents_listingagent_image: string;
            /** @description Listing agent: first and last name */
            agents_listingagent_name: string;
            /** @description Listing agent: mobile, or else the office line */
            agents_listingagent_phone: string;
            /** @description Same as essentials_available */
            available_date: string;
            /** @description Year built; 0 when unknown */
            built: number;
            /** @description City */
            city: string;
            /** @description Same as essentials_date, like November, 20 2026 14:05:09; empty when unknown */
            date_update: string;
            /** @description Headline of its page on the website; empty when none was given */
            extras_webtitle: string;
            /** @description Families the building is zoned for */
            families: number;
            /**
             * @description 1 when it is the client's own
             * @enum {integer}
             */
            iscompany: 0 | 1;
            /**
             * @description 1 when it comes from a feed
             * @enum {integer}
             */
            ismls: 0 | 1;
            /** @description Months; 0 when not told */
            lease_term_min: number;
            /** @description Months; 0 when not told */
            lease_term_max: number;
            /** @description addDescription: marketing copy */
            main_description?: string;
            /** @description URL of a second virtual tour */
            essentials_video2?: string;
            /** @description Id of a partner video */
            partnerVideo?: string;
            /** @description addPhotos: absolute URLs in order, separated by | */
            photos?: string;
            /** @description addPhotos=variants: the width in pixels of each of `photos`, separated by |, in a search of the first 12 */
            photos_width?: string;
            /** @description addPhotos=variants: the height in pixels of each of `photos`, separated by |, in a search of the first 12 */
            photos_height?: string;
            /** @description addPhotos=variants: the srcset of AVIF files of each of `photos`, separated by |, in a search of the first 12 */
            photos_srcset_avif?: string;
            /** @description addPhotos=variants: the srcset of WebP files of each of `photos`, separated by |, in a search of the first 12 */
            photos_srcset_webp?: string;
            /** @description addPhotos=variants: the srcset of JPEG files of each of `photos`, separated by |, in a search of the first 12 */
            photos_srcset_jpeg?: string;
            /** @description addPhotos=variants: the ThumbHash in Base64 of each of `photos`, separated by |, in a search of the first 12 */
            photos_thumbhash?: string;
            /** @description addOpenHouse: start of the next open house, like 2026-11-20 14:05:09; empty when there is none */
            openhouse?: string;
            /** @description addOpenHouse: its end, like 2026-11-20 14:05:09; empty when there is none */
            openhouseend?: string;
            /** @description addOpenHouse: start of the second, like 2026-11-20 14:05:09; empty when there is none */
            openhouse2?: string;
            /** @description addOpenHouse: its end, like 2026-11-20 14:05:09; empty when there is none */
            openhouseend2?: string;
            /** @description addHitCounter: website views */
            hitcounter?: number;
            /** @description addHistory: when the listing came on the market, as far as the server knows, like 2026-11-20 14:05:09; empty when there is none */
            listed?: string;
            /** @description addHistory: days from then until now, or until it was taken */
            days_on_market?: number | "";
            /** @description addHistory: dollars before the last change since then; 0 for none */
            price_before?: number;
            /** @description addHistory: when the price changed last since then, like 2026-11-20 14:05:09; empty when there is none */
            price_changed?: string;
            /** @description addAttribution: the office whose listing it is; empty when unknown */
            courtesy_of?: string;
            /** @description addAttribution: how to reach it, as the MLS says; empty when unknown */
            courtesy_contact?: string;
            /** @description addAttribution: of a listing of a feed, what people call the feed */
            source_name?: string;
            /** @description addAttribution: of a listing of a feed, the copyright line to show, or empty */
            source_copyright?: string;
            /** @description addAttribution: of a listing of a feed, URL of the logo to show, or empty */
            source_logo?: string;
            /** @description addAttribution: of a listing of a feed, the disclaimer to show, or empty */
            source_disclaimer?: string;
            /** @description addAttribution: of a listing of a feed, when the feed was last brought up to date, like 2026-11-20 14:05:09; empty when there is none */
            source_updated?: string;
            /** @description addLabels: names, comma separated */
            labels?: string;
            /** @description addIso: the day of essentials_available, like 2026-12-01; empty for words */
            essentials_available_iso?: string;
            /** @description addIso: essentials_date as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            essentials_date_iso?: string;
            /** @description addIso: openhouse as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            openhouse_iso?: string;
            /** @description addIso: openhouseend as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            openhouseend_iso?: string;
            /** @description addIso: openhouse2 as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            openhouse2_iso?: string;
            /** @description addIso: openhouseend2 as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            openhouseend2_iso?: string;
            /** @description addIso: listed as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            listed_iso?: string;
            /** @description addIso: price_changed as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            price_changed_iso?: string;
            /** @description addIso: source_updated as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none */
            source_updated_iso?: string;
        };
        /** @description A listing as random draws return it */
        ListingShortRecord: {
            /** @description Bathrooms; 2.5 is two and a powder room */
            essentials_bath: number;
            /** @description Bedrooms; a studio has 0 */
            essentials_beds: number;
            /** @description Rooms in all */
            essentials_rooms: number;
            /** @description Square feet; 0 when not recorded */
            essentials_size: number;
            /** @description Kind of property */
            essentials_type: components["schemas"]["PropertyType"];
            /** @description Units in the building */
            essentials_units: number;
            /**
             * @description 1 when featured
             * @enum {integer}
             */
            extras_featured: 0 | 1;
            /**
             * @description 1 when there is no broker fee
             * @enum {integer}
             */
            extras_nofee: 0 | 1;
            /**
             * @description 1 when an open house lies ahead, or viewings are by appointment
             * @enum {integer}
             */
            extras_openhouse: 0 | 1;
            /** @description Dollars: monthly rent of a rental, price of a sale */
            financials_price: number;
            /** @description Display address, fit for print as it stands */
            main_address: string;
            /** @description Listing id */
            main_id: number;
            /** @description Absolute URL of the first photo, or empty */
            main_image: string;
            /** @description Neighborhood */
            main_neighborhood: string;
            /** @description State of the listing */
            main_status: components["schemas"]["ListingStatus"];
            /** @description Address that leads to the agent are matched on */
            agents_agent_email: string;
            /** @description Agent id, 0 when there is none */
            agents_agent_id: number;
            /** @description Absolute URL, or empty */
            agents_agent_image: string;
            /** @description First and last name */
            agents_agent_name: string;
            /** @description Mobile, or else the office line */
            agents_agent_phone: string;
            /** @description Co-agent: email */
            agents_coagent_email: string;
            /** @description Co-agent id, the empty string when there is none */
            agents_coagent_id: number | "";
            /** @description Co-agent: absolute URL, or empty */
            agents_coagent_image: string;
            /** @description Co-agent: first and last name */
            agents_coagent_name: string;
            /** @description Co-agent: mobile, or else the office line */
            agents_coagent_phone: string;
            /**
             * @description 1 when it comes from a feed; there where the draw looked into one
             * @enum {integer}
             */
            ismls?: 0 | 1;
        };
        /** @enum {string} */
        ListingStatus: "For Sale" | "For Rent" | "In Contract" | "Offer In" | "App. Pending" | "Sold" | "Rented" | "";
        /**
         * @description 1 For Sale, 2 For Rent, 11 In Contract, 12 Offer In, 21 App. Pending, 19 Sold, 22 Rented
         * @enum {integer}
         */
        ListingStatusCode: 1 | 2 | 11 | 12 | 21 | 19 | 22;
        /** @description Nothing was done */
        ManageError: {
            /** @constant */
            STATUS: "Error";
            /** @description The status of the answer */
            STATUS_CODE: string;
            /** @description What is wrong, and what is accepted */
            MESSAGE: string;
            RECORD?: components["schemas"]["ManagedRecord"];
        };
        /** @description A record of the kind in the path, with the fields that `portico import --fields <kind>` lists */
        ManagedRecord: {
            [key: string]: unknown;
        };
        MarketplaceError: {
            /** @constant */
            SUCCESS: false;
            /**
             * @description Always empty
             * @constant
             */
            ALERT_ID: "";
            /** @description Name of the client database */
            DATABASE: string;
            /** @description The source name of the lead */
            SOURCE: string;
            /** @description The registered name of the partner */
            MARKETPLACE: string;
            /** @description Email address of the agent */
            AGENT: string;
            /** @description Always empty */
            MESSAGE: string;
            /** @description What failed */
            ERROR: string;
        };
        MarketplaceSuccess: {
            /** @constant */
            SUCCESS: true;
            /** @description Number of the stored lead; empty on failure */
            ALERT_ID: string;
            /** @description Name of the client database */
            DATABASE: string;
            /** @description The source name of the lead */
            SOURCE: string;
            /** @description The registered name of the partner */
            MARKETPLACE: string;
            /** @description Email address of the agent */
            AGENT: string;
            /** @description Always empty */
            MESSAGE: string;
        };
        Neighborhood: {
            /** @description Neighborhood id, passed as `cat` to searches */
            cat_id: number;
            /** @description Name */
            cat_name: string;
            /** @description Image filename */
            img: string;
            /** @description Image caption */
            imgname: string;
            /** @description Id of the neighborhood around it, 0 at the top */
            parent: number;
            /** @description Position, lower first */
            sort: number;
            /** @description Description as HTML */
            text_1: string;
        };
        /** @description Empty on failure */
        NoListing: Record<string, never>;
        Office: {
            /** @description Street address */
            address: string;
            /** @description City */
            city: string;
            /** @description Email */
            email: string;
            /** @description Fax */
            fax: string;
            /** @description Office id */
            id: number;
            /** @description Filename of the logo */
            logo: string;
            /** @description Name */
            name: string;
            /** @description Phone */
            phone: string;
            /** @description State, two letters */
            state: string;
            /** @description ZIP code */
            zip: string;
        };
        /**
         * @description 1 indoor, 2 outdoor, 3 heated, 4 valet, 5 street without permit, 6 easy street without permit, 7 street with permit, 8 assigned
         * @enum {integer}
         */
        ParkingCode: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
        /** @enum {string} */
        PetPolicy: "Pets OK" | "Cats Only" | "Dogs Only" | "Small Dogs" | "Case By Case" | "No Pets" | "Unknown";
        /**
         * @description 3 Pets OK, 1 Cats Only, 4 Dogs Only, 2 Small Dogs, 98 Case By Case, 99 No Pets
         * @enum {integer}
         */
        PetPolicyCode: 3 | 1 | 4 | 2 | 98 | 99;
        Photo: {
            /** @description Absolute URL of the file */
            filename: string;
            /** @description Caption, often empty */
            name: string;
            /** @description Position, lower first */
            sort: number;
        };
        PressArticle: {
            /** @description Agent it is about, 0 when none */
            agent_id: number;
            /** @description Byline */
            author: string;
            /** @description HTML */
            body: string;
            /** @description When it was filed, like November, 20 2026 14:05:09; empty when unknown */
            date_create: string;
            /** @description When it was published, like November, 20 2026 14:05:09; empty when unknown */
            date_publish: string;
            /** @description Filename of a scanned clipping, empty when none */
            filename: string;
            /** @description Record id */
            id: number;
            /** @description Filename of the publication's logo */
            logo: string;
            /** @description Publication */
            publicationname: string;
            /** @description Subtitle */
            sub_title: string;
            /** @description Title */
            title: string;
            /**
             * @description What it is
             * @enum {string}
             */
            type: "Article" | "Video" | "Award";
            /** @description Its address at the publication */
            url: string;
        };
        /** @enum {string} */
        PropertyType: "Apartment" | "House" | "Townhouse" | "Condo" | "Coop" | "Condop" | "Building" | "Commercial" | "Office" | "Retail" | "Investment" | "Development" | "Land" | "N/A";
        /** @description What `POST /clients/insertClientTrail/` takes */
        RecordActivityRequest: {
            /** @description The member's number */
            clientID: number;
            /**
             * @description What the member did: 1 logged in, 2 logged out, 5 viewed a property, 6 saved a property, 7 removed a property, 9 renewed the password, 10 added a comment, 11 removed a comment, 12 searched, 13 timed out
             * @enum {integer}
             */
            trailKey: 1 | 2 | 5 | 6 | 7 | 9 | 10 | 11 | 12 | 13;
            /** @description An IPv4 or IPv6 address; required with trailKey 1 */
            userIP?: string;
            /** @description Required with trailKey 5; 0 counts as not given */
            listingID?: number;
            /** @description Free text */
            comment?: string;
            /** @description The query string that was visited */
            pageURL?: string;
        };
        /** @description What `POST /clients` takes */
        RegisterMemberRequest: {
            /** @description First name */
            firstname: string;
            /** @description Last name */
            lastname: string;
            /** @description An email address like name@example.com */
            email: string;
            /** @description The new password; blanks are part of it */
            password: string;
            /** @description Adds `version`, which a website keeps in a session and compares, to end the session when the password changes; default false */
            addVersion?: boolean;
        };
        /** @description A record that was left out */
        RejectedRecord: {
            /** @description The line of the body that the record begins on, from 1 */
            line: number;
            /** @description Its place in a JSON array, from 1; only in an array */
            element?: number;
            /** @description The id in the record, as text; of a photo, that of its listing and its file */
            id: string;
            /** @description The field at fault; empty for the record as a whole */
            field: string;
            /** @description What was sent, and what is accepted */
            reason: string;
        };
        /** @description The record is gone */
        RemovedRecord: {
            /** @description How many records were removed */
            REMOVED: number;
        };
        /** @description What `POST /account/resetPassword` takes */
        ResetPasswordRequest: {
            /** @description The token of the link */
            resetToken: string;
            /** @description The new password; blanks are part of it */
            password: string;
        };
        /** @description A number of rooms; 2.5 bathrooms are two and a powder room */
        RoomCount: number;
        SavedSearch: {
            /** @description Number of the search */
            id: number;
            /** @description The member whose search it is */
            clientID: number;
            /** @description What the member calls it */
            name: string;
            /** @description A query string of `GET /properties`, in the form in which searches are kept */
            query: string;
            /** @description How often email tells of it */
            frequency: components["schemas"]["AlertFrequency"];
            /**
             * @description 1 when email tells of lower prices, too
             * @enum {integer}
             */
            priceDrops: 0 | 1;
            /** @description When it was saved, like 2026-11-20 14:05:09; empty when there is none */
            date_create: string;
            /** @description When it was last changed, like 2026-11-20 14:05:09; empty when there is none */
            date_update: string;
            /** @description When email last left for it, like 2026-11-20 14:05:09; empty when there is none */
            lastSent: string;
            /** @description Why this server does not understand the search, which another release has stored; mostly empty */
            problem: string;
            /** @description How many listings match now, in the answer to a GET of the one search */
            matches?: number;
        };
        SavedSearchError: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
            /** @description Always empty */
            ITEM: components["schemas"]["SavedSearch"][];
            /** @description Always empty */
            DROPPED: string[];
        };
        SavedSearchSuccess: {
            /** @constant */
            STATUS: "Success";
            STATUS_CODE: components["schemas"]["SuccessCode"];
            /** @description Mostly empty */
            MESSAGE: string;
            /** @description The searches as they are now */
            ITEM: components["schemas"]["SavedSearch"][];
            /** @description The parameters of `query` that were not kept */
            DROPPED: string[];
        };
        /** @description What `POST /properties/search` takes */
        SearchListingsByBodyRequest: {
            /**
             * @description What to sort by: date is the last update; distance, from `near`, always has the nearest first; openhouse, with `openHouse`, always has the soonest first; default price
             * @enum {string}
             */
            sort?: "price" | "size" | "date" | "distance" | "openhouse";
            /**
             * @description desc has the largest or latest first, asc the smallest or earliest; default desc
             * @enum {string}
             */
            order?: "desc" | "asc";
            /** @description The page, from 1; default 1 */
            page?: number;
            /** @description How many records a page has; more than 200 are lowered to 200; default 10 */
            perPage?: number;
            /** @description Only these listings, in any status, comma separated; 0 counts as not given */
            id?: number | number[];
            /** @description Search status ids, comma separated, any of them: 1 For Sale, 2 For Rent, 11 In Contract, 12 Offer In, 21 App. Pending, 19 Sold, 22 Rented; default 2 */
            status?: components["schemas"]["ListingStatusCode"][];
            /** @description Neighborhood ids, comma separated, any of them; at most 500 */
            cat?: number[];
            /** @description Comma separated; a listing has to have all of them */
            amenities?: components["schemas"]["ListingAmenity"][];
            /** @description Lowest price, dollars; 0 counts as not given */
            priceMin?: number;
            /** @description Highest price, dollars; 0 counts as not given */
            priceMax?: number;
            /** @description Fewest bedrooms; 0 counts as not given */
            bedsMin?: number;
            /** @description Most bedrooms; 0 counts as not given */
            bedsMax?: number;
            /** @description Fewest bathrooms; 0 counts as not given */
            bathMin?: number;
            /** @description Most bathrooms; 0 counts as not given */
            bathMax?: number;
            /** @description Fewest rooms; 0 counts as not given */
            roomsMin?: number;
            /** @description Most rooms; 0 counts as not given */
            roomsMax?: number;
            /** @description Fewest families that the building is zoned for; 0 counts as not given */
            familiesMin?: number;
            /** @description Most families that the building is zoned for; 0 counts as not given */
            familiesMax?: number;
            /** @description Shortest lease, months; 0 counts as not given */
            MinLeaseTerm?: number;
            /** @description Longest lease, months; 0 counts as not given */
            MaxLeaseTerm?: number;
            /** @description Built in this year or later; 0 counts as not given */
            yearBuiltMin?: number;
            /** @description Built in this year or earlier; 0 counts as not given */
            yearBuiltMax?: number;
            /** @description Lowest taxes, dollars a month; 0 counts as not given */
            taxesMin?: number;
            /** @description Highest taxes, dollars a month; 0 counts as not given */
            taxesMax?: number;
            /** @description Least size, square feet; 0 counts as not given */
            minSize?: number;
            /** @description Pet policies, comma separated, any of them: 3 Pets OK, 1 Cats Only, 4 Dogs Only, 2 Small Dogs, 98 Case By Case, 99 No Pets */
            pets?: components["schemas"]["PetPolicyCode"][];
            /** @description Kinds of property, comma separated, any of them */
            type?: components["schemas"]["PropertyType"][];
            /** @description Comma separated; a listing has to have all of them */
            apartmentFeatures?: components["schemas"]["ApartmentFeature"][];
            /** @description Comma separated; a listing has to have all of them */
            buildingFeatures?: components["schemas"]["BuildingFeature"][];
            /** @description ZIP code; its leading zeros may be missing, and 0 counts as not given */
            zipcode?: number;
            /** @description Words that all have to occur in the displayed address; only the ten longest are used */
            address?: string;
            /** @description City, whole, in any letter case */
            city?: string;
            /** @description Available on or before this day, MM/DD/YYYY, like 11/20/2026 */
            availableDate?: string;
            /** @description Cooling, comma separated, any of them: 1 Central AC, 2 Window/Wall, 3 None */
            cooling?: components["schemas"]["CoolingCode"][];
            /** @description Parking of the building, comma separated, any of them: 1 indoor, 2 outdoor, 3 heated, 4 valet, 5 street without permit, 6 easy street without permit, 7 street with permit, 8 assigned */
            parking?: components["schemas"]["ParkingCode"][];
            /** @description Id of the agent, co-agent or listing agent; 0 counts as not given */
            agent?: number;
            /** @description Building id: only listings in this building; 0 counts as not given */
            buildingId?: number;
            /** @description Exclusivity, comma separated, any of them: 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke */
            category?: components["schemas"]["CategoryCode"][];
            /** @description Only listings with a minimum lease under 12 months; default false */
            shortTerm?: boolean;
            /** @description A label's name or id */
            label?: string;
            /** @description Adds `main_description`; default false */
            addDescription?: boolean;
            /** @description Comma separated, all must hold: featured, furnished, developments, nofee, openhouse */
            extras?: components["schemas"]["ListingExtra"][];
            /** @description Adds `photos`: absolute URLs in order, separated by |; variants also adds the size of each, its files in other sizes and formats, and a ThumbHash (`photos_…`); default false */
            addPhotos?: boolean | "variants";
            /** @description How many photos `addPhotos` adds at most to each listing, beginning with the first: 1 is enough for a card */
            photosMax?: number;
            /** @description Adds the starts and ends of both open houses; default false */
            addOpenHouse?: boolean;
            /** @description Adds `hitcounter`: website views; default false */
            addHitCounter?: boolean;
            /** @description Adds a `custom_<name>` for each custom value; default false */
            addCustomValues?: boolean;
            /** @description Adds `labels`: names, comma separated; default false */
            addLabels?: boolean;
            /** @description Adds `listed`, `days_on_market`, `price_before` and `price_changed` to listings of the brokerage, and of feeds that allow it; default false */
            addHistory?: boolean;
            /** @description Adds `courtesy_of` and `courtesy_contact`, and to listings of a feed `source_name`, `source_copyright`, `source_logo`, `source_disclaimer` and `source_updated`; default false */
            addAttribution?: boolean;
            /** @description Adds a `<name>_iso` to each date: ISO 8601 with its offset from UTC; default false */
            addIso?: boolean;
            /** @description `name:value`, or a value of any name */
            customValue?: string;
            /** @description Only listings marked for website distribution; default false */
            distribute?: boolean;
            /** @description Words, or their first three letters or more, like terrace greenwich. All have to occur in the address, neighborhood, building, headline or description. Accents do not matter, and a word that no listing has may have a wrong letter. Of a hidden address, only cross streets and neighborhood are searched */
            q?: string;
            /** @description Updated since this minute in the brokerage's time zone, MM/DD/YYYYTHH:MM, like 11/20/2026T09:30; a day without a time means midnight */
            updatedSince?: string;
            /** @description Only listings whose price was lowered within this many days and is still lower; 0 counts as not given */
            priceDrop?: number;
            /** @description Only listings with an upcoming open house: any, weekend (this Saturday and Sunday), or days as YYYY-MM-DD..YYYY-MM-DD */
            openHouse?: string;
            /** @description Only listings in this box: west,south,east,north in degrees, like -74.02,40.70,-73.93,40.80. Across the date line, west is greater than east */
            bbox?: number[];
            /** @description A place, latitude,longitude in degrees, like 40.7580,-73.9855: with `within` only listings near it, with `sort=distance` the nearest first */
            near?: number[];
            /** @description Only listings at most this far from `near`, in a straight line, in kilometers or miles, like 1.5km or 1mi; at most 1000km */
            within?: string;
            /** @description Only listings in this polygon or multipolygon, as WKT or GeoJSON, longitude first, like POLYGON((-74 40.7, -73.9 40.7, -73.9 40.8, -74 40.7)). Holes are left out; at most 500 points in 20 rings. Send a long one to POST /properties/search */
            polygon?: string | components["schemas"]["GeoJsonPolygon"];
            /** @description Adds `CLUSTERS`: all matches with coordinates, grouped for a map at this zoom, 0 to 24, like 13 */
            cluster?: number;
            /** @description Exactly these numbers of bedrooms, comma separated; 0 finds studios */
            beds?: components["schemas"]["RoomCount"][];
            /** @description Exactly these numbers of bathrooms, comma separated */
            bath?: components["schemas"]["RoomCount"][];
            /** @description Office id: only listings of its agents; 0 counts as not given */
            office?: number;
            /** @description Listing id: finds listings like it in deal, price, bedrooms and place, the most similar first; 0 counts as not given */
            similar?: number;
            /**
             * @description true searches the attached MLS feed instead of the brokerage's own listings; include searches both as one list; default false
             * @enum {string}
             */
            isMLS?: "true" | "false" | "include";
            /**
             * @description true searches the attached RLS feed instead of the brokerage's own listings; include searches both as one list; default false
             * @enum {string}
             */
            isRLS?: "true" | "false" | "include";
            /** @description Only these fields of each record, comma separated, like main_id,main_address,financials_price; a field that a flag adds needs its flag, too */
            fields?: components["schemas"]["ListingField"][];
            /** @description Adds `FACETS`: how many listings there are for each value of these fields, comma separated */
            facets?: components["schemas"]["FacetName"][];
            /** @description false leaves `LISTINGS` empty, if you want only the total, clusters or facets; default true */
            list?: boolean;
        };
        /** @description What `POST /clients/favoriteListing/` takes */
        SetFavoriteRequest: {
            /** @description The member's number */
            clientID: number;
            /** @description The listing */
            listingID: number;
            /** @description False removes the favorite; default true */
            isFavorite?: boolean;
            /** @description The id is of the attached RLS feed; default false */
            isRLS?: boolean;
            /** @description The id is of the attached MLS feed; default false */
            isMLS?: boolean;
        };
        /** @description What `POST /vtour` takes */
        SetVirtualToursRequest: {
            /** @description The number of the listing */
            listingID: string;
            /**
             * Format: uri
             * @description Becomes essentials_video
             */
            vtourURL?: string;
            /**
             * Format: uri
             * @description Becomes essentials_video2
             */
            vtourURL2?: string;
        };
        /** @description What a website needs to know */
        Site: {
            /** @description What people call the brokerage */
            name: string;
            /** @description IANA zone of its dates, such as America/New_York */
            time_zone: string;
            /** @description Absolute URL that file names of records are relative to, with a slash at its end */
            media_url: string;
            /** @description The same for the images of blog posts */
            blog_media_url: string;
            feeds: components["schemas"]["SiteFeeds"];
            key: components["schemas"]["SiteKey"];
            limits: components["schemas"]["SiteLimits"];
            site: components["schemas"]["SiteSettings"];
            /** @description With `addSources`: the feeds that the client reads */
            sources?: components["schemas"]["SiteSource"][];
        };
        /** @description The feeds that the client reads, by the parameter that asks for them */
        SiteFeeds: {
            /**
             * @description 1 when an MLS feed is attached, so that `isMLS=true` finds listings
             * @enum {integer}
             */
            isMLS: 0 | 1;
            /**
             * @description 1 when an RLS feed is attached
             * @enum {integer}
             */
            isRLS: 0 | 1;
        };
        /** @description What the key of this call may do */
        SiteKey: {
            /**
             * @description 1 when it has private access: signed calls need a signature
             * @enum {integer}
             */
            private: 0 | 1;
            /** @description What it is for, in the order of the alphabet */
            scopes: ("website" | "marketplace" | "manage")[];
        };
        /** @description How much may be requested, and how often */
        SiteLimits: {
            /** @description Calls of this key in any second */
            per_second: number;
            /** @description Calls of this key at the same time */
            in_flight: number;
            page_sizes: components["schemas"]["SitePageSizes"];
        };
        /** @description The largest page of each search, by its path */
        SitePageSizes: {
            /** @description Records of a page of /properties */
            "/properties": number;
            /** @description Records of a page of /properties/search */
            "/properties/search": number;
            /** @description Records of a page of /buildings */
            "/buildings": number;
            /** @description Records of a page of /agents/testimonialsSearch */
            "/agents/testimonialsSearch": number;
            /** @description Records of a page of /docs/search */
            "/docs/search": number;
            /** @description Records of a page of /clients/list */
            "/clients/list": number;
            /** @description Records of a page of /changes */
            "/changes": number;
        };
        /** @description What the operator has set for the website. What is not set is left out. */
        SiteSettings: {
            /** @description The city or region it works in */
            city?: string;
            /** @description A line for the front page */
            tagline?: string;
            /** @description A few sentences about the brokerage */
            about?: string;
            /** @description Its telephone number */
            phone?: string;
            /** @description Its email address */
            email?: string;
            /** @description Its postal address */
            address?: string;
            /** @description Where its maps begin, in degrees */
            latitude?: number;
            /** @description Where its maps begin, in degrees */
            longitude?: number;
            /** @description How near its maps begin, as web maps count it */
            zoom?: number;
            /** @description URL of its privacy policy */
            privacy_page?: string;
            /** @description URL of its accessibility statement */
            accessibility_page?: string;
            /** @description Its statement on fair housing, or the URL of one */
            fair_housing?: string;
        };
        /** @description A feed that the client reads */
        SiteSource: {
            /**
             * @description The parameter that asks for its listings
             * @enum {string}
             */
            feed: "isMLS" | "isRLS";
            /** @description What people call it */
            name: string;
            /** @description Its copyright line, or empty */
            copyright: string;
            /** @description URL of its logo, or empty */
            logo: string;
            /** @description What it has websites say, or empty */
            disclaimer: string;
            /**
             * @description 1 when websites may show what its listings cost before
             * @enum {integer}
             */
            history: 0 | 1;
            /** @description When it was last brought up to date, like 2026-11-20T14:05:09-05:00; empty for never */
            updated: string;
        };
        /** @description The picture is stored */
        StoredPicture: {
            /** @description The name that records use: `filename` of photos, portraits, logos */
            FILENAME: string;
            /** @description The name that the `image` of a blog post uses */
            BLOG_IMAGE: string;
            /** @description Where it is served */
            URL: string;
        };
        /** @description What became of the records of a call */
        StoredRecords: {
            /** @description Records that are new, or have changed */
            STORED: number;
            /** @description Records that were there as they are, and removals of what was not there */
            UNCHANGED: number;
            /** @description Records that lines with `_remove` have removed */
            REMOVED: number;
            /** @description Records that were left out, and why */
            REJECTED: components["schemas"]["RejectedRecord"][];
            /** @description Members of the records that no field takes; their values are nowhere */
            IGNORED: string[];
            /** @description Values that were left out, as staff keep other ones; where there are such */
            KEPT?: number;
            /** @description The numbers of records that came with a key and were not rejected; where there are such */
            IDS?: components["schemas"]["KeyedRecord"][];
        };
        /**
         * @description 100 done, 101 the lead is stored, 200 counted, or attached
         * @enum {string}
         */
        SuccessCode: "100" | "101" | "200";
        SuccessEnvelope: {
            /** @constant */
            STATUS: "Success";
            STATUS_CODE: components["schemas"]["SuccessCode"];
            /** @description Mostly empty */
            MESSAGE: string;
        };
        Suggestion: {
            /** @description What it names */
            kind: components["schemas"]["SuggestionKind"];
            /** @description For `cat`, `buildingId` or `agent`; of a ZIP code its number, for `zipcode`; of a street 0 */
            id: number;
            /** @description The name as it is shown; of a street for `q` or `address` */
            text: string;
            /** @description Its listings for sale and for rent */
            count: number;
        };
        /** @enum {string} */
        SuggestionKind: "neighborhood" | "building" | "street" | "zipcode" | "agent";
        Suggestions: {
            SUGGESTIONS: components["schemas"]["Suggestion"][];
        };
        /** @description A malformed parameter: the envelope, and a page without a match */
        SuggestionsError: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
            SUGGESTIONS: components["schemas"]["Suggestion"][];
        };
        Team: {
            /** @description Members who are not suspended */
            agents: components["schemas"]["TeamMember"][];
            /** @description Biography, with line breaks */
            bio: string;
            /** @description Shared email */
            groupemail: string;
            /** @description Absolute URL of the team photo, or empty */
            groupimage: string;
            /** @description 1 when a team listing is shown under the team and not under the agent on the client's website */
            hide_team_listings_from_agent: string;
            /** @description Team id */
            id: number;
            /** @description Filename of the logo */
            logo: string;
            /** @description Name */
            name: string;
            /** @description Phone */
            phone1: string;
            /** @description Second phone */
            phone2: string;
            /** @description Profile URL on the social network f */
            social_f: string;
            /** @description Profile URL on the social network g, which is rarely set */
            social_g: string;
            /** @description Profile URL on the social network i */
            social_i: string;
            /** @description Profile URL on the social network l */
            social_l: string;
            /** @description Profile URL on the social network p */
            social_p: string;
            /** @description Profile URL on the social network t */
            social_t: string;
            /** @description Profile URL on the social network y */
            social_y: string;
            /** @description Website of the team */
            website: string;
        };
        /** @description An agent as a team embeds it */
        TeamMember: {
            /** @description Free text of the client's own, frequently internal. Not for publication */
            agent_custom_field_1: string;
            /** @description Free text of the client's own, frequently internal. Not for publication */
            agent_custom_field_2: string;
            /** @description Label of custom link 1 */
            agent_link_name_1: string;
            /** @description Label of custom link 2 */
            agent_link_name_2: string;
            /** @description Label of custom link 3 */
            agent_link_name_3: string;
            /** @description URL of custom link 1 */
            agent_link_url_1: string;
            /** @description URL of custom link 2 */
            agent_link_url_2: string;
            /** @description URL of custom link 3 */
            agent_link_url_3: string;
            /** @description Biography, with line breaks */
            bio: string;
            /** @description Email */
            email: string;
            /** @description Fax */
            fax: string;
            /** @description First name */
            firstname: string;
            /** @description Agent id */
            id: number;
            /** @description Absolute URL of the photo, or empty */
            image: string;
            /**
             * @description 1 agent, 0 other staff
             * @enum {integer}
             */
            isagent: 0 | 1;
            /** @description Languages spoken, comma separated */
            lang: string;
            /** @description Last name */
            lastname: string;
            /** @description Profile URL on social network 1 */
            link_social1: string;
            /** @description Profile URL on social network 2 */
            link_social2: string;
            /** @description Profile URL on social network 3 */
            link_social3: string;
            /** @description Profile URL on social network 4 */
            link_social4: string;
            /** @description Profile URL on social network 5 */
            link_social5: string;
            /** @description Mobile phone */
            mobile: string;
            /** @description Office id, 0 when there is none */
            office: number;
            /** @description Office line */
            phone: string;
            /** @description A short quoted line */
            quote: string;
            /** @description Identifier at the listing service */
            rls_agent_id: string;
            /** @description Specialty */
            specialty: string;
            /**
             * @description Silent agents are not shown in public
             * @enum {string}
             */
            status: "Active" | "Silent" | "Suspend";
            /** @description License title */
            title: string;
        };
        Testimonial: {
            /** @description Who left it */
            commentor: string;
            /** @description Text */
            content: string;
            /** @description When it was left, like November, 20 2026 14:05:09; empty when unknown */
            date_create: string;
            /** @description Testimonial id */
            id: number;
            /** @description Filename of an image */
            image: string;
            /** @description Headline, mostly empty */
            title: string;
        };
        TestimonialPage: {
            TESTIMONIALS: components["schemas"]["TestimonialSearchRecord"][];
            /** @description Testimonials in all, whatever the page */
            TOTAL_COUNT: number;
        };
        TestimonialSearchRecord: {
            /** @description Who left it */
            commentor: string;
            /** @description Text */
            content: string;
            /** @description When it was left, like November, 20 2026 14:05:09; empty when unknown */
            date_create: string;
            /** @description Testimonial id */
            id: number;
            /** @description Filename of an image */
            image: string;
            /** @description Headline, mostly empty */
            title: string;
            /** @description Id of the agent it is about, 0 when about nobody */
            agentid: number;
            /** @description Position among all, from 1 across pages */
            rownum: number;
        };
        TrailError: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
            /**
             * @description Always 0
             * @constant
             */
            CLIENTTRAILID: 0;
        };
        TrailSuccess: {
            /** @constant */
            STATUS: "Success";
            STATUS_CODE: components["schemas"]["SuccessCode"];
            /** @description Mostly empty */
            MESSAGE: string;
            /** @description Number of the stored entry */
            CLIENTTRAILID: number;
        };
        /** @description What `POST /blog/{id}` takes */
        UpdateBlogPostRequest: {
            /** @description Title */
            title?: string;
            /** @description HTML, stored as given */
            body?: string;
            /** @description YYYY-MM-DD, with or without a time, MM/DD/YYYY, or ISO 8601 */
            publish_date?: string;
            /** @description Byline */
            author?: string;
            /** @description Caption of the image */
            caption?: string;
            /** @description Slug, used as given; by default made from the title */
            friendly?: string;
            /** @description The agent that the post belongs to; 0 for none, -1 when not provided */
            agent_id?: number;
            /** @description 1 published, 0 unpublished, -1 when not provided */
            status?: number;
            /** @description Ids of blog labels; in a form, the text of a JSON array */
            labels?: number[];
            /** @description Ids of buildings; in a form, the text of a JSON array */
            buildings?: number[];
            /** @description A JPG, PNG, GIF or WEBP picture of at most 5 MB, as a file of a multipart form */
            image?: string;
            /** @description The same, as bare Base64 or as a data URI, in any kind of body */
            image_base64?: string;
        };
        /** @description What `POST /clients/Update` takes */
        UpdateMemberRequest: {
            /** @description The member's number */
            clientID: number;
            /** @description First name */
            firstname?: string;
            /** @description Last name */
            lastname?: string;
            /** @description An email address like name@example.com */
            email?: string;
            /** @description Phone */
            phone?: string;
            /** @description The new password; blanks are part of it */
            password?: string;
        };
        /** @description What `PUT /manage/{kind}` takes: a JSON array of records, or in `application/x-ndjson` one record a line */
        UpdateRecordsRequest: components["schemas"]["ManagedRecord"][];
        /** @description What `POST /clients/savedSearches/{id}` takes */
        UpdateSavedSearchRequest: {
            /** @description The member's number */
            clientID: number;
            /** @description What the member calls it */
            name?: string;
            /** @description A query string of `GET /properties`, like `status=1&priceMax=900000`. What says how an answer looks is left out, and named in `DROPPED` */
            query?: string;
            /**
             * @description How often email tells of new matches
             * @enum {string}
             */
            frequency?: "instantly" | "daily" | "weekly" | "never";
            /** @description Whether email tells of lower prices, too */
            priceDrops?: boolean;
        };
        Video: {
            /** @description When it was added, like November, 20 2026 14:05:09; empty when unknown */
            date_create: string;
            /** @description What it shows */
            description: string;
            /** @description URL of the video, ready to embed */
            embed: string;
            /** @description Record id */
            id: number;
            /** @description Filename of its thumbnail */
            image: string;
            /** @description Position, lower first; 999 when none was given */
            sort: number;
            /** @description Title */
            title: string;
        };
        VideoHookError: {
            /** @constant */
            STATUS: "Error";
            STATUS_CODE: components["schemas"]["ErrorCode"];
            /** @description What failed, in words for the developer of the website */
            MESSAGE: string;
            LISTING: components["schemas"]["NoListing"];
        };
        VideoHookSuccess: {
            /** @constant */
            STATUS: "Success";
            STATUS_CODE: components["schemas"]["SuccessCode"];
            /** @description Mostly empty */
            MESSAGE: string;
            LISTING: components["schemas"]["ListingDetail"];
        };
    };
    responses: {
        /** @description No API key, or a signature is missing */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description The API key or the signature is not accepted */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description No record can have the number in the path: it is 0, or too large */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description The API key may not be used from this address */
        405: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description A request with this Idempotency-Key is still running */
        409: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description Too many requests: per second, or at the same time */
        420: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description This Idempotency-Key came with another request within 24 hours */
        422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description A fault of the server; the message names the request */
        500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400ListingPageError: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ListingPageError"];
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400ErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: what the call names does not exist */
        Strict404ErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400BuildingPageError: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BuildingPageError"];
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400BlogWriteErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BlogWriteError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400AccountErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: another member has this email. Or: A request with this Idempotency-Key is still running */
        Strict409KeyAccountErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"] | components["schemas"]["ErrorEnvelope"] | string;
            };
        };
        /** @description With `Prefer: handling=strict`: another member has this email. Or: A request with this Idempotency-Key is still running */
        Strict409KeyErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] | string;
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400FavoritesErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FavoritesError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: what the call names does not exist */
        Strict404FavoritesErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FavoritesError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400TrailErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TrailError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: what the call names does not exist */
        Strict404TrailErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TrailError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: email and password, or email and code, do not match */
        Strict422AccountErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: email and password, or email and code, do not match. Or: This Idempotency-Key came with another request within 24 hours */
        Strict422KeyErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] | string;
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400SavedSearchErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SavedSearchError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: what the call names does not exist. Or: No record can have the number in the path: it is 0, or too large */
        Strict404SavedSearchErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SavedSearchError"] | components["schemas"]["ErrorEnvelope"] | string;
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400VideoHookErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VideoHookError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: what the call names does not exist */
        Strict404VideoHookErrorErrorEnvelope: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VideoHookError"] | components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description With `Prefer: handling=strict`: a parameter or the body is missing, malformed or unknown */
        Strict400SuggestionsError: {
            headers: {
                /** @description `handling=strict` where the call asked for it */
                "Preference-Applied"?: "handling=strict";
                /** @description With it: the request's number in the log of the server */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SuggestionsError"];
            };
        };
    };
    parameters: {
        /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
        Prefer: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchListings: {
        parameters: {
            query?: {
                /** @description What to sort by: date is the last update; distance, from `near`, always has the nearest first; openhouse, with `openHouse`, always has the soonest first */
                sort?: "price" | "size" | "date" | "distance" | "openhouse";
                /** @description desc has the largest or latest first, asc the smallest or earliest */
                order?: "desc" | "asc";
                /** @description The page, from 1 */
                page?: number;
                /** @description How many records a page has; more than 200 are lowered to 200 */
                perPage?: number;
                /** @description Only these listings, in any status, comma separated; 0 counts as not given */
                id?: number | number[];
                /** @description Search status ids, comma separated, any of them: 1 For Sale, 2 For Rent, 11 In Contract, 12 Offer In, 21 App. Pending, 19 Sold, 22 Rented */
                status?: components["schemas"]["ListingStatusCode"][];
                /** @description Neighborhood ids, comma separated, any of them; at most 500 */
                cat?: number[];
                /** @description Comma separated; a listing has to have all of them */
                amenities?: components["schemas"]["ListingAmenity"][];
                /** @description Lowest price, dollars; 0 counts as not given */
                priceMin?: number;
                /** @description Highest price, dollars; 0 counts as not given */
                priceMax?: number;
                /** @description Fewest bedrooms; 0 counts as not given */
                bedsMin?: number;
                /** @description Most bedrooms; 0 counts as not given */
                bedsMax?: number;
                /** @description Fewest bathrooms; 0 counts as not given */
                bathMin?: number;
                /** @description Most bathrooms; 0 counts as not given */
                bathMax?: number;
                /** @description Fewest rooms; 0 counts as not given */
                roomsMin?: number;
                /** @description Most rooms; 0 counts as not given */
                roomsMax?: number;
                /** @description Fewest families that the building is zoned for; 0 counts as not given */
                familiesMin?: number;
                /** @description Most families that the building is zoned for; 0 counts as not given */
                familiesMax?: number;
                /** @description Shortest lease, months; 0 counts as not given */
                MinLeaseTerm?: number;
                /** @description Longest lease, months; 0 counts as not given */
                MaxLeaseTerm?: number;
                /** @description Built in this year or later; 0 counts as not given */
                yearBuiltMin?: number;
                /** @description Built in this year or earlier; 0 counts as not given */
                yearBuiltMax?: number;
                /** @description Lowest taxes, dollars a month; 0 counts as not given */
                taxesMin?: number;
                /** @description Highest taxes, dollars a month; 0 counts as not given */
                taxesMax?: number;
                /** @description Least size, square feet; 0 counts as not given */
                minSize?: number;
                /** @description Pet policies, comma separated, any of them: 3 Pets OK, 1 Cats Only, 4 Dogs Only, 2 Small Dogs, 98 Case By Case, 99 No Pets */
                pets?: components["schemas"]["PetPolicyCode"][];
                /** @description Kinds of property, comma separated, any of them */
                type?: components["schemas"]["PropertyType"][];
                /** @description Comma separated; a listing has to have all of them */
                apartmentFeatures?: components["schemas"]["ApartmentFeature"][];
                /** @description Comma separated; a listing has to have all of them */
                buildingFeatures?: components["schemas"]["BuildingFeature"][];
                /** @description ZIP code; its leading zeros may be missing, and 0 counts as not given */
                zipcode?: number;
                /** @description Words that all have to occur in the displayed address; only the ten longest are used */
                address?: string;
                /** @description City, whole, in any letter case */
                city?: string;
                /** @description Available on or before this day, MM/DD/YYYY, like 11/20/2026 */
                availableDate?: string;
                /** @description Cooling, comma separated, any of them: 1 Central AC, 2 Window/Wall, 3 None */
                cooling?: components["schemas"]["CoolingCode"][];
                /** @description Parking of the building, comma separated, any of them: 1 indoor, 2 outdoor, 3 heated, 4 valet, 5 street without permit, 6 easy street without permit, 7 street with permit, 8 assigned */
                parking?: components["schemas"]["ParkingCode"][];
                /** @description Id of the agent, co-agent or listing agent; 0 counts as not given */
                agent?: number;
                /** @description Building id: only listings in this building; 0 counts as not given */
                buildingId?: number;
                /** @description Exclusivity, comma separated, any of them: 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke */
                category?: components["schemas"]["CategoryCode"][];
                /** @description Only listings with a minimum lease under 12 months */
                shortTerm?: boolean;
                /** @description A label's name or id */
                label?: string;
                /** @description Adds `main_description` */
                addDescription?: boolean;
                /** @description Comma separated, all must hold: featured, furnished, developments, nofee, openhouse */
                extras?: components["schemas"]["ListingExtra"][];
                /** @description Adds `photos`: absolute URLs in order, separated by |; variants also adds the size of each, its files in other sizes and formats, and a ThumbHash (`photos_…`) */
                addPhotos?: boolean | "variants";
                /** @description How many photos `addPhotos` adds at most to each listing, beginning with the first: 1 is enough for a card */
                photosMax?: number;
                /** @description Adds the starts and ends of both open houses */
                addOpenHouse?: boolean;
                /** @description Adds `hitcounter`: website views */
                addHitCounter?: boolean;
                /** @description Adds a `custom_<name>` for each custom value */
                addCustomValues?: boolean;
                /** @description Adds `labels`: names, comma separated */
                addLabels?: boolean;
                /** @description Adds `listed`, `days_on_market`, `price_before` and `price_changed` to listings of the brokerage, and of feeds that allow it */
                addHistory?: boolean;
                /** @description Adds `courtesy_of` and `courtesy_contact`, and to listings of a feed `source_name`, `source_copyright`, `source_logo`, `source_disclaimer` and `source_updated` */
                addAttribution?: boolean;
                /** @description Adds a `<name>_iso` to each date: ISO 8601 with its offset from UTC */
                addIso?: boolean;
                /** @description `name:value`, or a value of any name */
                customValue?: string;
                /** @description Only listings marked for website distribution */
                distribute?: boolean;
                /** @description Words, or their first three letters or more, like terrace greenwich. All have to occur in the address, neighborhood, building, headline or description. Accents do not matter, and a word that no listing has may have a wrong letter. Of a hidden address, only cross streets and neighborhood are searched */
                q?: string;
                /** @description Updated since this minute in the brokerage's time zone, MM/DD/YYYYTHH:MM, like 11/20/2026T09:30; a day without a time means midnight */
                updatedSince?: string;
                /** @description Only listings whose price was lowered within this many days and is still lower; 0 counts as not given */
                priceDrop?: number;
                /** @description Only listings with an upcoming open house: any, weekend (this Saturday and Sunday), or days as YYYY-MM-DD..YYYY-MM-DD */
                openHouse?: string;
                /** @description Only listings in this box: west,south,east,north in degrees, like -74.02,40.70,-73.93,40.80. Across the date line, west is greater than east */
                bbox?: number[];
                /** @description A place, latitude,longitude in degrees, like 40.7580,-73.9855: with `within` only listings near it, with `sort=distance` the nearest first */
                near?: number[];
                /** @description Only listings at most this far from `near`, in a straight line, in kilometers or miles, like 1.5km or 1mi; at most 1000km */
                within?: string;
                /** @description Only listings in this polygon or multipolygon, as WKT or GeoJSON, longitude first, like POLYGON((-74 40.7, -73.9 40.7, -73.9 40.8, -74 40.7)). Holes are left out; at most 500 points in 20 rings. Send a long one to POST /properties/search */
                polygon?: string;
                /** @description Adds `CLUSTERS`: all matches with coordinates, grouped for a map at this zoom, 0 to 24, like 13 */
                cluster?: number;
                /** @description Exactly these numbers of bedrooms, comma separated; 0 finds studios */
                beds?: components["schemas"]["RoomCount"][];
                /** @description Exactly these numbers of bathrooms, comma separated */
                bath?: components["schemas"]["RoomCount"][];
                /** @description Office id: only listings of its agents; 0 counts as not given */
                office?: number;
                /** @description Listing id: finds listings like it in deal, price, bedrooms and place, the most similar first; 0 counts as not given */
                similar?: number;
                /** @description true searches the attached MLS feed instead of the brokerage's own listings; include searches both as one list */
                isMLS?: "true" | "false" | "include";
                /** @description true searches the attached RLS feed instead of the brokerage's own listings; include searches both as one list */
                isRLS?: "true" | "false" | "include";
                /** @description Only these fields of each record, comma separated, like main_id,main_address,financials_price; a field that a flag adds needs its flag, too */
                fields?: components["schemas"]["ListingField"][];
                /** @description Adds `FACETS`: how many listings there are for each value of these fields, comma separated */
                facets?: components["schemas"]["FacetName"][];
                /** @description false leaves `LISTINGS` empty, if you want only the total, clusters or facets */
                list?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingPage"] | components["schemas"]["ListingPageError"];
                };
            };
            400: components["responses"]["Strict400ListingPageError"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    searchListingsByBody: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchListingsByBodyRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["SearchListingsByBodyRequest"];
            };
        };
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingPage"] | components["schemas"]["ListingPageError"];
                };
            };
            400: components["responses"]["Strict400ListingPageError"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getListing: {
        parameters: {
            query?: {
                /** @description The id belongs to the MLS feed */
                isMLS?: boolean;
                /** @description Adds `photos`: absolute URLs in order, separated by |; variants also adds the size of each, its files in other sizes and formats, and a ThumbHash (`photos_…`) */
                addPhotos?: boolean | "variants";
                /** @description How many photos `addPhotos` adds at most to each listing, beginning with the first: 1 is enough for a card */
                photosMax?: number;
                /** @description Adds the starts and ends of both open houses */
                addOpenHouse?: boolean;
                /** @description Adds `hitcounter`: website views */
                addHitCounter?: boolean;
                /** @description Adds a `custom_<name>` for each custom value */
                addCustomValues?: boolean;
                /** @description Adds `labels`: names, comma separated */
                addLabels?: boolean;
                /** @description Adds `listed`, `days_on_market`, `price_before` and `price_changed` to listings of the brokerage, and of feeds that allow it */
                addHistory?: boolean;
                /** @description Adds `courtesy_of` and `courtesy_contact`, and to listings of a feed `source_name`, `source_copyright`, `source_logo`, `source_disclaimer` and `source_updated` */
                addAttribution?: boolean;
                /** @description Adds a `<name>_iso` to each date: ISO 8601 with its offset from UTC */
                addIso?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Listing id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingDetail"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getListingHistory: {
        parameters: {
            query?: {
                /** @description The id belongs to the MLS feed */
                isMLS?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Listing id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingChange"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getListingAmenities: {
        parameters: {
            query?: {
                /** @description The id belongs to the MLS feed */
                isMLS?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Listing id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Amenities"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getListingPhotos: {
        parameters: {
            query?: {
                /** @description The id belongs to the MLS feed */
                isMLS?: boolean;
                /** @description Adds the size of each photo, its files in other sizes and formats for `srcset`, and a ThumbHash */
                variants?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Listing id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingPhoto"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getRandomListings: {
        parameters: {
            query?: {
                /** @description Search status ids, comma separated, any of them: 1 For Sale, 2 For Rent, 11 In Contract, 12 Offer In, 21 App. Pending, 19 Sold, 22 Rented */
                status?: components["schemas"]["ListingStatusCode"][];
                /** @description Neighborhood ids, comma separated, any of them; at most 500 */
                cat?: number[];
                /** @description Lowest price, dollars; 0 counts as not given */
                priceMin?: number;
                /** @description Highest price, dollars */
                priceMax?: number;
                /** @description Fewest bedrooms; 0 counts as not given */
                bedsMin?: number;
                /** @description Most bedrooms */
                bedsMax?: number;
                /** @description Id of the agent, co-agent or listing agent; 0 counts as not given */
                agent?: number;
                /** @description Comma separated, all must hold: featured, furnished, developments, nofee, openhouse */
                extras?: components["schemas"]["ListingExtra"][];
                /** @description Words, or their first three letters or more, like terrace greenwich. All have to occur in the address, neighborhood, building, headline or description. Accents do not matter, and a word that no listing has may have a wrong letter. Of a hidden address, only cross streets and neighborhood are searched */
                q?: string;
                /** @description Only listings in this box: west,south,east,north in degrees, like -74.02,40.70,-73.93,40.80. Across the date line, west is greater than east */
                bbox?: number[];
                /** @description A place, latitude,longitude in degrees, like 40.7580,-73.9855: with `within` only listings near it, with `sort=distance` the nearest first */
                near?: number[];
                /** @description Only listings at most this far from `near`, in a straight line, in kilometers or miles, like 1.5km or 1mi; at most 1000km */
                within?: string;
                /** @description Only listings in this polygon or multipolygon, as WKT or GeoJSON, longitude first, like POLYGON((-74 40.7, -73.9 40.7, -73.9 40.8, -74 40.7)). Holes are left out; at most 500 points in 20 rings. Send a long one to POST /properties/search */
                polygon?: string;
                /** @description Exactly these numbers of bedrooms, comma separated; 0 finds studios */
                beds?: components["schemas"]["RoomCount"][];
                /** @description Exactly these numbers of bathrooms, comma separated */
                bath?: components["schemas"]["RoomCount"][];
                /** @description Office id: only listings of its agents; 0 counts as not given */
                office?: number;
                /** @description Listing id: finds listings like it in deal, price, bedrooms and place, the most similar first; 0 counts as not given */
                similar?: number;
                /** @description true searches the attached MLS feed instead of the brokerage's own listings; include searches both as one list */
                isMLS?: "true" | "false" | "include";
                /** @description true searches the attached RLS feed instead of the brokerage's own listings; include searches both as one list */
                isRLS?: "true" | "false" | "include";
                /** @description Only these fields of each record, comma separated, like main_id,main_address,financials_price; a field that a flag adds needs its flag, too */
                fields?: components["schemas"]["ListingField"][];
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Listings wanted, at most 200 */
                count: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingShortRecord"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    countListingView: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountListingViewRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["CountListingViewRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404ErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    searchBuildings: {
        parameters: {
            query?: {
                /** @description The page, from 1 */
                page?: number;
                /** @description How many records a page has; more than 50 are lowered to 50 */
                count?: number;
                /** @description Neighborhood ids, comma separated, any of them; at most 500 */
                cat?: number[];
                /** @description Comma separated; a building has to have all of them */
                amenities?: components["schemas"]["BuildingAmenity"][];
                /** @description Exclusivity, comma separated, any of them: 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke */
                category?: components["schemas"]["CategoryCode"][];
                /** @description Only buildings with listings on the market */
                hasListings?: boolean;
                /** @description Comma separated, all must hold: featured, developments */
                extras?: components["schemas"]["BuildingExtra"][];
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildingPage"] | components["schemas"]["BuildingPageError"];
                };
            };
            400: components["responses"]["Strict400BuildingPageError"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getBuilding: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Building id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Building"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getBuildingPhotos: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Building id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Photo"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listNeighborhoods: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Neighborhood"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getNeighborhood: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Neighborhood id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Neighborhood"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getAgent: {
        parameters: {
            query?: {
                /** @description Also agents who are suspended */
                includeSuspend?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Agent id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    searchAgents: {
        parameters: {
            query?: {
                /** @description First name, last name, office id, or order of creation */
                sort?: "first" | "last" | "office" | "date";
                /** @description Upwards or downwards */
                order?: "asc" | "desc";
                /** @description Also agents who are suspended */
                includeSuspend?: boolean;
                /** @description Any part of the first and last name */
                name?: string;
                /** @description Any part of the languages spoken */
                language?: string;
                /** @description Office id; 0 counts as not given */
                office?: number;
                /** @description Team ids, comma separated, any of them; at most 500 */
                team?: number[];
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getAgentTestimonials: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Agent id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Testimonial"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    searchTestimonials: {
        parameters: {
            query?: {
                /** @description By the date they were left */
                order?: "asc" | "desc";
                /** @description How many records a page has; more than 40 are lowered to 40 */
                limit?: number;
                /** @description The page, from 1 */
                page?: number;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestimonialPage"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getTeamTestimonials: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Team id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Testimonial"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listTeams: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Team id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listOffices: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Office"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getOffice: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Office id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Office"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getBlogPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Blog post id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlogPost"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listBlogLabels: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlogLabel"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    searchBlogPosts: {
        parameters: {
            query?: {
                /** @description The id of a blog label, or else text that occurs in the title; 0 counts as not given */
                label?: string;
                /** @description Month of publication, as M-YYYY, like 4-2014 */
                month_year?: string;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Blog posts wanted, at most 200 */
                count: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlogPost"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getAgentBlogPosts: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Agent id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlogPost"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    createBlogPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBlogPostRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateBlogPostRequest"];
                "multipart/form-data": components["schemas"]["CreateBlogPostRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlogWriteSuccess"] | components["schemas"]["BlogWriteError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400BlogWriteErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    updateBlogPostByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Blog post id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBlogPostRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateBlogPostRequest"];
                "multipart/form-data": components["schemas"]["UpdateBlogPostRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlogWriteSuccess"] | components["schemas"]["BlogWriteError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400BlogWriteErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    updateBlogPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Blog post id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBlogPostRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateBlogPostRequest"];
                "multipart/form-data": components["schemas"]["UpdateBlogPostRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlogWriteSuccess"] | components["schemas"]["BlogWriteError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400BlogWriteErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    getPressArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Press article id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PressArticle"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    searchPressArticles: {
        parameters: {
            query?: {
                /** @description Text that occurs in the title or the subtitle */
                keyword?: string;
                /** @description Month of publication, as M-YYYY, like 4-2014 */
                month_year?: string;
                /** @description Agent ids, comma separated, any of them; at most 500 */
                agent_id?: number[];
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Press articles wanted, at most 200 */
                count: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PressArticle"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getVideo: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Video id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Video"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    searchVideos: {
        parameters: {
            query?: {
                /** @description Text that occurs in the title */
                keyword?: string;
                /** @description Month of publication, as M-YYYY, like 4-2014 */
                month_year?: string;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Videos wanted, at most 200 */
                count: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Video"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getAgentVideos: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Agent id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Video"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listLabels: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Label id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    searchDocuments: {
        parameters: {
            query?: {
                /** @description Newest or oldest first */
                order?: "desc" | "asc";
                /** @description How many records a page has; more than 40 are lowered to 40 */
                limit?: number;
                /** @description The page, from 1 */
                page?: number;
                /** @description Only these documents: ids, comma separated, at most 500; 0 counts as not given */
                id?: number[];
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getLinksOfCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Category id */
                category: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listLinkCategories: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkCategory"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    createLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLeadRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateLeadRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadSuccess"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404ErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    createListingLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateListingLeadRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateListingLeadRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadSuccess"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404ErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    createMarketplaceLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMarketplaceLeadRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceSuccess"] | components["schemas"]["MarketplaceError"];
                };
            };
            /** @description The body is not a JSON object, or a field is missing or malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceSuccess"] | components["schemas"]["MarketplaceError"];
                };
            };
            /** @description No API key, or the login of the partner does not match */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["MarketplaceSuccess"] | components["schemas"]["MarketplaceError"]) | string;
                };
            };
            403: components["responses"]["403"];
            /** @description There is no such listing, or no such active agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceSuccess"] | components["schemas"]["MarketplaceError"];
                };
            };
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    registerMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterMemberRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["RegisterMemberRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSuccess"] | components["schemas"]["AccountError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400AccountErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["Strict409KeyAccountErrorErrorEnvelope"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    searchMembers: {
        parameters: {
            query?: {
                /** @description By the date of their creation */
                order?: "desc" | "asc";
                /** @description How many records a page has; more than 40 are lowered to 40 */
                limit?: number;
                /** @description The page, from 1 */
                page?: number;
                /** @description This member only; 0 counts as not given */
                id?: number;
                /** @description The whole address, in any letter case */
                email?: string;
                /** @description Only those who have, or have not, redeemed their code */
                verified?: boolean;
                /** @description Adds the fields of each member's latest deal */
                includeDealInfo?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientPage"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getClient: {
        parameters: {
            query?: {
                /** @description Adds `version`, which a website keeps in a session and compares, to end the session when the password changes */
                addVersion?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Client id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"][] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMemberRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404ErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["Strict409KeyErrorEnvelope"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    setFavorite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetFavoriteRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["SetFavoriteRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404ErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    listFavorites: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListFavoritesRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["ListFavoritesRequest"];
            };
        };
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoritesSuccess"] | components["schemas"]["FavoritesError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400FavoritesErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404FavoritesErrorErrorEnvelope"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    recordActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordActivityRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["RecordActivityRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrailSuccess"] | components["schemas"]["TrailError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400TrailErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404TrailErrorErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    getVerifiedStatus: {
        parameters: {
            query: {
                /** @description An email address like name@example.com */
                email: string;
                /** @description Adds `version`, which a website keeps in a session and compares, to end the session when the password changes */
                addVersion?: boolean;
                /** @description The password */
                password: string;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSuccess"] | components["schemas"]["AccountError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400AccountErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            422: components["responses"]["Strict422AccountErrorErrorEnvelope"];
            500: components["responses"]["500"];
        };
    };
    verifyAccount: {
        parameters: {
            query: {
                /** @description An email address like name@example.com */
                email: string;
                /** @description Adds `version`, which a website keeps in a session and compares, to end the session when the password changes */
                addVersion?: boolean;
                /** @description The code that was emailed at registration */
                verifyCode: string;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSuccess"] | components["schemas"]["AccountError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400AccountErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            422: components["responses"]["Strict422AccountErrorErrorEnvelope"];
            500: components["responses"]["500"];
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["Strict422KeyErrorEnvelope"];
            500: components["responses"]["500"];
        };
    };
    resendConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    listSavedSearches: {
        parameters: {
            query: {
                /** @description The member's number */
                clientID: number;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSearchSuccess"] | components["schemas"]["SavedSearchError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400SavedSearchErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404SavedSearchErrorErrorEnvelope"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    addSavedSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSavedSearchRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["AddSavedSearchRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSearchSuccess"] | components["schemas"]["SavedSearchError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400SavedSearchErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404SavedSearchErrorErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    getSavedSearch: {
        parameters: {
            query: {
                /** @description The member's number */
                clientID: number;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Number of the search */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSearchSuccess"] | components["schemas"]["SavedSearchError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400SavedSearchErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404SavedSearchErrorErrorEnvelope"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    updateSavedSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Number of the search */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedSearchRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateSavedSearchRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSearchSuccess"] | components["schemas"]["SavedSearchError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400SavedSearchErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404SavedSearchErrorErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    removeSavedSearch: {
        parameters: {
            query: {
                /** @description The member's number */
                clientID: number;
            };
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Number of the search */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404ErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    setVirtualTours: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetVirtualToursRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["SetVirtualToursRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404ErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    attachVideo: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachVideoRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["AttachVideoRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideoHookSuccess"] | components["schemas"]["VideoHookError"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400VideoHookErrorErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["Strict404VideoHookErrorErrorEnvelope"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            420: components["responses"]["420"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The CURSOR of the previous answer; without it, everything */
                since?: string;
                /** @description How many changes an answer has: at most 1000, or 500 with records=true */
                limit?: number;
                /** @description The kinds to follow, comma separated; default all */
                kinds?: components["schemas"]["ChangeKind"][];
                /** @description Adds the record to each change that is not a removal */
                records?: boolean;
                /** @description Follows the listings of the attached MLS feed */
                isMLS?: boolean;
                /** @description Follows the listings of the attached RLS feed */
                isRLS?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePage"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            /** @description The cursor is too old, of another client, or from before a restore: start without it */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listSuggestions: {
        parameters: {
            query: {
                /** @description What a visitor has typed so far, like 120 w 72 or greenw: words or beginnings of words, which all have to occur. Accents do not matter, and a word that begins no name may have a wrong letter */
                q: string;
                /** @description Only these kinds, comma separated; default all */
                kinds?: components["schemas"]["SuggestionKind"][];
                /** @description How many at most, up to 50 */
                limit?: number;
                /** @description Names from the attached MLS feed instead of the brokerage's */
                isMLS?: boolean;
                /** @description Names from the attached RLS feed instead of the brokerage's */
                isRLS?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"] | components["schemas"]["SuggestionsError"];
                };
            };
            400: components["responses"]["Strict400SuggestionsError"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    listRecords: {
        parameters: {
            query?: {
                /** @description The key of one record, as another system knows it */
                key?: string;
                /** @description The source of the key; default `main` */
                source?: string;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The kind of record */
                kind: "source-keys" | "neighborhoods" | "buildings" | "building-photos" | "offices" | "agents" | "teams" | "listings" | "labels" | "blog-labels" | "blogs" | "press" | "videos" | "testimonials" | "docs" | "link-categories" | "links" | "clients" | "deals" | "favorites" | "trails" | "saved-searches" | "leads";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedRecord"];
                    "application/x-ndjson": components["schemas"]["ManagedRecord"];
                };
            };
            /** @description The body or a parameter cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description No API key, or a signature is missing */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key or the signature is not accepted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description There is no such kind, or no such record */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key may not be used from this address */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description Too many requests, or too many lists or stores of records, at the same time */
            420: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A fault of the server; the message names the request */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
        };
    };
    updateRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The kind of record */
                kind: "source-keys" | "neighborhoods" | "buildings" | "building-photos" | "offices" | "agents" | "teams" | "listings" | "photos" | "labels" | "blog-labels" | "blogs" | "press" | "videos" | "testimonials" | "docs" | "link-categories" | "links" | "clients" | "deals" | "favorites" | "trails" | "saved-searches" | "leads";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRecordsRequest"];
                "application/x-ndjson": components["schemas"]["UpdateRecordsRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredRecords"];
                };
            };
            /** @description The body or a parameter cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description No API key, or a signature is missing */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key or the signature is not accepted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description There is no such kind, or no such record */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key may not be used from this address */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A request with this Idempotency-Key is still running */
            409: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The record has changed since, by `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description More than 5,000 records, or more than 20 MB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description Too many requests, or too many lists or stores of records, at the same time */
            420: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description This Idempotency-Key came with another request within 24 hours */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A fault of the server; the message names the request */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
        };
    };
    removeRecordByKey: {
        parameters: {
            query: {
                /** @description The key of one record, as another system knows it */
                key: string;
                /** @description The source of the key; default `main` */
                source?: string;
            };
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The kind of record */
                kind: "neighborhoods" | "buildings" | "offices" | "agents" | "teams" | "listings" | "labels" | "blog-labels" | "blogs" | "press" | "videos" | "testimonials" | "docs" | "link-categories" | "links" | "clients" | "deals" | "trails" | "saved-searches" | "leads";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedRecord"];
                };
            };
            /** @description The body or a parameter cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description No API key, or a signature is missing */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key or the signature is not accepted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description There is no such kind, or no such record */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description No key was named, or the API key may not be used here */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A request with this Idempotency-Key is still running */
            409: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The record has changed since, by `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description Too many requests: per second, or at the same time */
            420: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description This Idempotency-Key came with another request within 24 hours */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A fault of the server; the message names the request */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
        };
    };
    getRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The kind of record */
                kind: "neighborhoods" | "buildings" | "offices" | "agents" | "teams" | "listings" | "labels" | "blog-labels" | "blogs" | "press" | "videos" | "testimonials" | "docs" | "link-categories" | "links" | "clients" | "deals" | "trails" | "saved-searches" | "leads";
                /** @description The number of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedRecord"];
                };
            };
            /** @description The body or a parameter cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description No API key, or a signature is missing */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key or the signature is not accepted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description There is no such kind, or no such record */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key may not be used from this address */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description Too many requests, or too many lists or stores of records, at the same time */
            420: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A fault of the server; the message names the request */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
        };
    };
    removeRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The kind of record */
                kind: "neighborhoods" | "buildings" | "offices" | "agents" | "teams" | "listings" | "labels" | "blog-labels" | "blogs" | "press" | "videos" | "testimonials" | "docs" | "link-categories" | "links" | "clients" | "deals" | "trails" | "saved-searches" | "leads";
                /** @description The number of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedRecord"];
                };
            };
            /** @description The body or a parameter cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description No API key, or a signature is missing */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key or the signature is not accepted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description There is no such kind, or no such record */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key may not be used from this address */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A request with this Idempotency-Key is still running */
            409: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The record has changed since, by `If-Match` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description Too many requests: per second, or at the same time */
            420: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description This Idempotency-Key came with another request within 24 hours */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A fault of the server; the message names the request */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
        };
    };
    addMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text that you choose, such as a random UUID, of at most 255 printable characters. If the same write is sent with it again within 24 hours, it is not done again and gets the first answer. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMediaRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["AddMediaRequest"];
                "multipart/form-data": components["schemas"]["AddMediaRequest"];
            };
        };
        responses: {
            /** @description Whether the work was done */
            200: {
                headers: {
                    /** @description `true` on the answer to a write that was done before */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredPicture"];
                };
            };
            /** @description The body or a parameter cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description No API key, or a signature is missing */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key or the signature is not accepted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description The API key may not be used from this address */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A request with this Idempotency-Key is still running */
            409: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description Too many requests: per second, or at the same time */
            420: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description This Idempotency-Key came with another request within 24 hours */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
            /** @description A fault of the server; the message names the request */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManageError"];
                };
            };
        };
    };
    getSite: {
        parameters: {
            query?: {
                /** @description Adds `sources`: the feeds that the client reads, with what their licenses require websites to show */
                addSources?: boolean;
            };
            header?: {
                /** @description `handling=strict` (RFC 7240): errors of the interface have statuses of HTTP, and unknown parameters are refused */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for, or why it cannot be given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"] | components["schemas"]["ErrorEnvelope"];
                };
            };
            400: components["responses"]["Strict400ErrorEnvelope"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            420: components["responses"]["420"];
            500: components["responses"]["500"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
}
